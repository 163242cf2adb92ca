"""What always holds, for every game in `games/`."""
