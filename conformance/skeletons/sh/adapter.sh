#!/bin/sh
# A SwarmKit runtime, begun: answers describe and validate, and says of every other verb that it is not offered.
#
# Start it as `sh adapter.sh VERB ... --json`. The contract is one page, CONTRACT.md of swarmkit-conformance. Shell is good for
# an adapter that translates for a program with a command line of its own, and for nothing that handles YAML.
set -u

# Exit statuses are a closed list: 0 ok, 1 any other outcome, 2 usage, 3 not offered. Anything else is a crash.
usage=2
not_offered=3

describe() {
  # What is declared under capabilities is held against you, so declare what works. The core is never optional.
  cat <<'JSON'
{"contract": "1", "verb": "describe", "outcome": "ok", "problems": [],
 "runtime": {"name": "my-runtime", "version": "0.1.0", "language": "sh"},
 "contracts": ["1"],
 "capabilities": ["packs", "grants", "governance", "secrets", "bounds", "audit"],
 "limits": {"timeout_seconds": 30, "max_output_bytes": 1000000, "attachment_max_bytes": 20971520}}
JSON
}

# invalid CODE MESSAGE: one JSON envelope on stdout and nothing else; stderr is for people. A problem has nine fields,
# null where unknown. The message is no place for a path: it would have to be escaped.
invalid() {
  printf '{"contract":"1","verb":"validate","outcome":"invalid","problems":[{"code":"%s","severity":"error","message":"%s",' "$1" "$2"
  printf '"path":null,"line":null,"column":null,"pointer":null,"hint":null,"related":[]}]}\n'
  exit 1
}

validate() {
  [ -d "$1" ] || invalid workspace.not-found 'the workspace is no folder'
  [ -f "$1/workspace.yaml" ] || invalid workspace.missing-workspace-yaml 'the folder holds no workspace.yaml'
  # Where to go on: read the workspace and report every problem at once.
  #   swarmkit-conformance list --only 'load/**'
  echo '{"contract":"1","verb":"validate","outcome":"ok","problems":[]}'
}

[ "$#" -gt 0 ] || set -- ''
verb=$1
shift
workspaces=0
for word in "$@"; do
  case $word in
    --json) ;;
    --*) workspaces=9 ;;
    *) workspace=$word workspaces=$((workspaces + 1)) ;;
  esac
done

case $verb:$workspaces in
  describe:0) describe ;;
  validate:1) validate "$workspace" ;;
  # Where to go on, in this order: resolve (the loaded workspace as data), call (decide, run, record), logs (what
  # was recorded). `swarmkit-conformance doctor` says which rung comes next.
  resolve:* | call:* | run:* | logs:* | approvals:* | approve:* | deny:* | serve:* | session:*) exit "$not_offered" ;;
  *)
    echo 'usage: adapter.sh describe|validate WORKSPACE --json' >&2
    exit "$usage"
    ;;
esac
