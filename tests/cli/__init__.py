"""Tests of the command line: calls in, output and exit statuses out."""
