//! A SwarmKit runtime, begun: answers `describe` and `validate`, and says of every other verb that it is not offered.
//!
//! Build it with `rustc -O adapter.rs -o adapter` and start it as `./adapter VERB ... --json`. It needs the standard library
//! only; a real one takes serde_json. The contract is one page, CONTRACT.md of swarmkit-conformance.

use std::path::Path;
use std::process::ExitCode;

/// Exit statuses are a closed list: 0 ok, 1 any other outcome, 2 usage, 3 not offered. Anything else is a crash,
/// a panic (101) too.
const USAGE: u8 = 2;
const NOT_OFFERED: u8 = 3;

/// What is declared under `capabilities` is held against you, so declare what works. The core is never optional.
const DESCRIBE: &str = r#""runtime":{"name":"my-runtime","version":"0.1.0","language":"rust"},"contracts":["1"],
"capabilities":["packs","grants","governance","secrets","bounds","audit"],
"limits":{"timeout_seconds":30,"max_output_bytes":1000000,"attachment_max_bytes":20971520}"#;

/// The nine fields of a problem, null where unknown. Give path, line, column and pointer as soon as you can.
fn problem(code: &str, message: &str) -> String {
    format!(
        r#"{{"code":"{code}","severity":"error","message":{},"path":null,"line":null,"column":null,"pointer":null,"hint":null,"related":[]}}"#,
        quote(message)
    )
}

fn validate(workspace: &str) -> Vec<String> {
    let folder = Path::new(workspace);
    if !folder.is_dir() {
        return vec![problem("workspace.not-found", &format!("{workspace} is no folder"))];
    }
    if !folder.join("workspace.yaml").is_file() {
        return vec![problem(
            "workspace.missing-workspace-yaml",
            "the folder holds no workspace.yaml",
        )];
    }
    // Where to go on: parse workspace.yaml, skills/, archetypes/ and topologies/ and report every problem at once.
    //   swarmkit-conformance list --only 'load/**'
    Vec::new()
}

/// One JSON envelope on stdout and nothing else; stderr is for people.
fn answer(verb: &str, problems: &[String], fields: &str) -> ExitCode {
    let outcome = if problems.is_empty() { "ok" } else { "invalid" };
    let more = if fields.is_empty() { String::new() } else { format!(",{fields}") };
    let list = problems.join(",");
    println!(r#"{{"contract":"1","verb":"{verb}","outcome":"{outcome}","problems":[{list}]{more}}}"#);
    ExitCode::from(u8::from(!problems.is_empty()))
}

fn quote(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            control if (control as u32) < 0x20 => quoted.push_str(&format!("\\u{:04x}", control as u32)),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

fn main() -> ExitCode {
    // a file name need not be UTF-8, and `args` would panic on one
    let args: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    let verb = args.first().map_or("", String::as_str);
    let (options, positional): (Vec<&String>, Vec<&String>) =
        args.iter().skip(1).partition(|arg| arg.starts_with("--"));
    let known = options.iter().all(|option| option.as_str() == "--json");
    match (verb, positional.as_slice()) {
        ("describe", []) if known => answer(verb, &[], DESCRIBE),
        ("validate", [workspace]) if known => answer(verb, &validate(workspace), ""),
        // Where to go on, in this order: resolve (the loaded workspace as data), call (decide, run, record),
        // logs (what was recorded). `swarmkit-conformance doctor` says which rung comes next.
        ("resolve" | "call" | "run" | "logs" | "approvals" | "approve" | "deny" | "serve" | "session", _) => {
            ExitCode::from(NOT_OFFERED)
        }
        _ => {
            eprintln!("usage: adapter describe|validate WORKSPACE --json");
            ExitCode::from(USAGE)
        }
    }
}
