// A SwarmKit runtime, begun: answers describe and validate, and says of every other verb that it is not offered.
//
// Build it with `go build -o adapter main.go` and start it as `./adapter VERB ... --json`. The contract is one page,
// CONTRACT.md of swarmkit-conformance.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Exit statuses are a closed list: 0 ok, 1 any other outcome, 2 usage, 3 not offered. Anything else is a crash,
// a panic too.
const (
	usage      = 2
	notOffered = 3
)

type fields map[string]any

// Problem has nine fields, null where unknown. Give path, line, column and pointer as soon as you can.
type Problem struct {
	Code     string   `json:"code"`
	Severity string   `json:"severity"`
	Message  string   `json:"message"`
	Path     *string  `json:"path"`
	Line     *int     `json:"line"`
	Column   *int     `json:"column"`
	Pointer  *string  `json:"pointer"`
	Hint     *string  `json:"hint"`
	Related  []fields `json:"related"`
}

func describe() fields {
	return fields{
		"runtime":   fields{"name": "my-runtime", "version": "0.1.0", "language": "go"},
		"contracts": []string{"1"},
		// What is declared here is held against you, so declare what works. The core is never optional.
		"capabilities": []string{"packs", "grants", "governance", "secrets", "bounds", "audit"},
		"limits":       fields{"timeout_seconds": 30, "max_output_bytes": 1000000, "attachment_max_bytes": 20971520},
	}
}

func validate(workspace string) []Problem {
	if info, err := os.Stat(workspace); err != nil || !info.IsDir() {
		return []Problem{fault("workspace.not-found", workspace+" is no folder")}
	}
	if info, err := os.Stat(filepath.Join(workspace, "workspace.yaml")); err != nil || info.IsDir() {
		return []Problem{fault("workspace.missing-workspace-yaml", "the folder holds no workspace.yaml")}
	}
	// Where to go on: parse workspace.yaml, skills/, archetypes/ and topologies/ and report every problem at once.
	//   swarmkit-conformance list --only 'load/**'
	return []Problem{}
}

func fault(code, message string) Problem {
	return Problem{Code: code, Severity: "error", Message: message, Related: []fields{}}
}

// answer prints one JSON envelope on stdout and nothing else; stderr is for people.
func answer(verb string, problems []Problem, extra fields) int {
	envelope := fields{"contract": "1", "verb": verb, "outcome": "ok", "problems": problems}
	for name, value := range extra {
		envelope[name] = value
	}
	status := 0
	if len(problems) > 0 {
		envelope["outcome"] = "invalid"
		status = 1
	}
	if err := json.NewEncoder(os.Stdout).Encode(envelope); err != nil {
		return 70
	}
	return status
}

func run(args []string) int {
	verb, positional, other := "", []string{}, 0
	for index, arg := range args {
		switch {
		case index == 0:
			verb = arg
		case !strings.HasPrefix(arg, "--"):
			positional = append(positional, arg)
		case arg != "--json":
			other++
		}
	}
	switch verb {
	case "describe":
		if len(positional) == 0 && other == 0 {
			return answer(verb, []Problem{}, describe())
		}
	case "validate":
		if len(positional) == 1 && other == 0 {
			return answer(verb, validate(positional[0]), nil)
		}
	// Where to go on, in this order: resolve (the loaded workspace as data), call (decide, run, record),
	// logs (what was recorded). `swarmkit-conformance doctor` says which rung comes next.
	case "resolve", "call", "run", "logs", "approvals", "approve", "deny", "serve", "session":
		return notOffered
	}
	fmt.Fprintln(os.Stderr, "usage: adapter describe|validate WORKSPACE --json")
	return usage
}

func main() {
	os.Exit(run(os.Args[1:]))
}
