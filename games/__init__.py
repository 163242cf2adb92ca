"""The rule files of the games that come with Rulewright: data only."""
