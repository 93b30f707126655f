# Each recipe installs and builds what it needs by itself. `just` comes with the project: `npx just check`.

export PATH := justfile_directory() / "node_modules/.bin" + ":" + env("PATH")

# List the recipes.
default:
    @just --list

# Install the dependencies when the lock file is newer than what is installed.
setup:
    @if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then npm install --no-save; fi

# Bundle both bins into dist/.
build: setup
    @tsx scripts/build.ts

# Types, style, unused code, layout rules, generated tables.
check: setup
    tsc --noEmit
    tsc --noEmit -p runtime/serve/page
    biome check .
    knip
    tsx scripts/check.ts

# Every test, with coverage.
test: build
    vitest run --coverage

# The package as people get it: packed, installed in an empty folder without a network, used from there.
check-package: build
    @tsx scripts/check-package.ts

# The suite against the reference runtime.
conform *flags: build
    node dist/swarmkit-conformance.js run --target conformance/targets/reference.yaml {{ flags }}

# Packs load, a read runs, a write stops, `; rm -rf /` is inert.
demo-command-packs *flags: build
    @tsx demos/demo.ts command-packs {{ flags }}

# Three packs that ship with the runtime, used on this repository.
demo-bundled-packs *flags: build
    @tsx demos/demo.ts bundled-packs {{ flags }}

# A picture beside a run's input: where it goes, what is on record, what is refused.
demo-hello-swarm *flags: build
    @tsx demos/demo.ts hello-swarm {{ flags }}

# Figures as ratios measured in one run.
bench: build
    tsx scripts/bench.ts

# What the bundled packs' reads take and give, and the page that the default bounds are drawn from.
measure-bounds: setup
    tsx scripts/measure-bounds.ts

# The suite against runtimes that are wrong on purpose: every fault must be found.
selftest *flags: build
    tsx scripts/build-faults.ts
    node dist/swarmkit-conformance.js selftest {{ flags }}

# The HTTP server under schemathesis, which is installed outside of this folder: a minute, and flags for `schemathesis run`.
fuzz-http *flags: build
    sh scripts/fuzz-http.sh {{ flags }}

# Mutants of the reference runtime, with the suite as their tests; a stage (`just mutate authorize`) takes minutes, all of it hours.
mutate *stages: setup
    tsx scripts/mutate.ts {{ stages }}

# The independent runtime in Python: its own tests, then the suite.
conform-python *flags: build
    python3 -m venv conformance/targets/python/.venv
    conformance/targets/python/.venv/bin/pip install --quiet -r conformance/targets/python/requirements.txt
    conformance/targets/python/.venv/bin/python3 -m unittest discover -s conformance/targets/python/tests -t conformance/targets/python
    node dist/swarmkit-conformance.js run --target conformance/targets/python.yaml {{ flags }}
