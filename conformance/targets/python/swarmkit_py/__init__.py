"""An independent runtime for the CLI contract, written from its text alone."""

NAME = "swarmkit-py"
VERSION = "0.1.0"
CONTRACT = "1"
