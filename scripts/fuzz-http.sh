#!/bin/sh
# The HTTP server under schemathesis: a server of the demo with the mock model, requests from its own OpenAPI document and requests that nearly
# fit. Whatever is a fault of the server, or not as the document has it, fails. `VENV` is where schemathesis is put; outside of the repository.
set -eu
venv=${VENV:-${TMPDIR:-/tmp}/swarmkit-fuzz-http}
[ -x "$venv/bin/schemathesis" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet 'schemathesis>=4.32,<5'; }
work=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
cp -R demos/command-packs/workspace "$work/workspace"
SWARMKIT_PROVIDER=mock SWARMKIT_STATE_DIR="$work/state" \
  node dist/swarmkit.js serve "$work/workspace" --port 0 >"$work/address" 2>"$work/log" &
server=$!
while [ ! -s "$work/address" ]; do kill -0 "$server" || { cat "$work/log"; exit 1; }; sleep 0.1; done
address=$(head -n 1 "$work/address")
cd "$work"
"$venv/bin/schemathesis" run "$address/openapi.json" --max-time "${SECONDS_TO_RUN:-60}" --phases examples,coverage,fuzzing \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance "$@"
