"""The `rulewright` command: arguments in, text or JSON and an exit status out."""
