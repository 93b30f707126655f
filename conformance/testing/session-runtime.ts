import { join } from 'node:path';
import { writeLayout } from '../prepare/write-layout.ts';
import { temporaryFolder } from './temporary-folder.ts';

const describeEnvelope = {
  contract: '1',
  verb: 'describe',
  outcome: 'ok',
  problems: [],
  runtime: { name: 'talker', version: '1.0.0', language: 'sh' },
  contracts: ['1'],
  capabilities: ['packs', 'grants', 'governance', 'secrets', 'bounds', 'audit', 'session'],
  limits: { timeout_seconds: 30, max_output_bytes: 1000, attachment_max_bytes: 1000 },
};
const problem =
  '{"code":"request.bad-arguments","severity":"error","message":"no","path":null,"line":null,"column":null,"pointer":null,"hint":null,"related":[]}';

/** What a body may use: `$workspace`, `$id`, `ok` and `bad`, which answer as the mode asks for, and `in_session`. */
const prelude = `
described='${JSON.stringify(describeEnvelope)}'
okay='{"contract":"1","verb":"validate","outcome":"ok","problems":[]}'
invalid='{"contract":"1","verb":"validate","outcome":"invalid","problems":[${problem}]}'
no_request='{"contract":"1","verb":"session","outcome":"invalid","problems":[${problem}]}'
mode=$1
in_session() { [ "$mode" = session ]; }
reply() { printf '{"id":%s,"envelope":%s}\\n' "$1" "$2"; }
ok() { if in_session; then reply "$id" "$okay"; else printf '%s\\n' "$okay"; fi; }
bad() { if in_session; then reply "$id" "$invalid"; else printf '%s\\n' "$invalid"; exit 1; fi; }
`;

/**
 * A runtime in shell that offers sessions: answers `describe` properly, and runs `body` for every other request, in a session or in a
 * process of its own. Gives the absolute path of the program.
 */
export function sessionProgram(body: string): string {
  const text = `#!/bin/sh
${prelude}
handle() {
${body}
}
case $mode in
  describe) printf '%s\\n' "$described" ;;
  session)
    while IFS= read -r line; do
      id=\${line#'{"id":'}
      id=\${id%%,*}
      workspace=\${line#*'"workspace":"'}
      workspace=\${workspace%%'"'*}
      case $line in
        *'"verb":"describe"'*) reply "$id" "$described" ;;
        *no-such-verb*) reply "$id" "$no_request" ;;
        *) handle ;;
      esac
    done
    ;;
  *)
    workspace=$2
    handle
    ;;
esac
`;
  const folder = temporaryFolder();
  writeLayout(folder, new Map([['talker', { kind: 'file', bytes: Buffer.from(text), mode: 0o755 }]]));
  return join(folder, 'talker');
}

/** What it does at the workspace of each name. Everything that ever broke a harness, and `good`. */
export const misbehaviours = `
case \${workspace##*/} in
  good) ok ;;
  hangs) trap '' TERM; sleep 71; sleep 71 ;;
  keeps-the-pipe) setsid sleep 72 & exit 9 ;;
  floods) head -c 1073741824 /dev/zero ;;
  floods-stderr) head -c 1073741824 /dev/zero >&2; ok ;;
  half-a-line) printf '{"id":'; exit 0 ;;
  half-a-line-and-hangs) printf '{"id":'; sleep 73 ;;
  twice) ok; ok ;;
  other-id) if in_session; then reply 4711 "$okay"; else printf '{"id":4711}\\n'; fi ;;
  no-stdout) exec >&-; sleep 74 ;;
  only-stderr) echo 'nothing to say' >&2; sleep 75 ;;
  garbage) echo 'Ready.'; ok ;;
  dies) kill -s SEGV $$ ;;
  dies-behind-its-answer) ok; exit 7 ;;
  ends) exit 0 ;;
esac
`;
