"""What single games promise beyond their rulings."""
