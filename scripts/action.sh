#!/usr/bin/env bash
# What action.yml does once the kit is built. Inputs come as variables: COMMAND ONLY BASELINE SHARD REPORTS. Nothing of them is
# ever read as shell.
set -uo pipefail

kit=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/dist/swarmkit-conformance.js
mkdir -p "$REPORTS"

# words LINES: one word a line, without empty ones
words() {
  while IFS= read -r word || [ -n "$word" ]; do
    word=${word%$'\r'}
    [ -z "$word" ] || printf '%s\0' "$word"
  done
}

# without mapfile, and with care for empty arrays: macOS has a bash of 2007
command=()
if [[ $COMMAND == *$'\n'?* ]]; then
  while IFS= read -r -d '' word; do command+=("$word"); done < <(words <<<"$COMMAND")
else
  read -r -a command <<<"$COMMAND"
fi

options=()
while IFS= read -r -d '' selector; do options+=(--only "$selector"); done < <(words <<<"${ONLY-}")
[ -z "${BASELINE-}" ] || options+=(--baseline "$BASELINE")
[ -z "${SHARD-}" ] || options+=(--shard "$SHARD")

node "$kit" run ${options[@]+"${options[@]}"} \
  --capsules "$REPORTS/capsules" \
  --report "events=$REPORTS/events.jsonl" \
  --report "html=$REPORTS/report.html" \
  --report "junit=$REPORTS/junit.xml" \
  --report "badge=$REPORTS/badge.json" \
  --report "badge=$REPORTS/badge.svg" \
  --report "github=$REPORTS/annotations.txt" \
  --report "markdown=$REPORTS/summary.md" \
  -- "${command[@]}"
status=$?

[ ! -s "$REPORTS/annotations.txt" ] || cat "$REPORTS/annotations.txt"
if [ -n "${GITHUB_STEP_SUMMARY-}" ] && [ -s "$REPORTS/summary.md" ]; then
  cat "$REPORTS/summary.md" >>"$GITHUB_STEP_SUMMARY"
fi
exit "$status"
