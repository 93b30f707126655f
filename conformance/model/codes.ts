/**
 * Every code of the contract: where it is said, how bad it is, what it means. The list is closed: a code that is
 * not here is a protocol error. The table in CONTRACT.md says the same, and a test compares the two.
 */
export const codes = {
  'workspace.not-found': {
    where: 'load',
    severity: 'error',
    meaning: 'The workspace path does not exist or is no folder.',
  },
  'workspace.missing-workspace-yaml': {
    where: 'load',
    severity: 'error',
    meaning: 'The folder holds no workspace.yaml.',
  },
  'workspace.yaml-parse': {
    where: 'load',
    severity: 'error',
    meaning: 'The file is not one plain YAML mapping in UTF-8 with unique keys.',
  },
  'workspace.kind-mismatch': {
    where: 'load',
    severity: 'error',
    meaning: 'The kind of an artifact is not the one its folder holds.',
  },
  'workspace.unsupported-block': {
    where: 'load',
    severity: 'warning',
    meaning: 'A block of the original SwarmKit that this runtime passes over.',
  },
  'schema.required-field': { where: 'load', severity: 'error', meaning: 'A required field is missing.' },
  'schema.unknown-field': {
    where: 'load',
    severity: 'error',
    meaning: 'A field is not known at this place.',
  },
  'schema.type-mismatch': {
    where: 'load',
    severity: 'error',
    meaning: 'A value is of another type than the field takes.',
  },
  'schema.pattern-mismatch': {
    where: 'load',
    severity: 'error',
    meaning: 'A text is not of the form that the field takes.',
  },
  'schema.enum-mismatch': {
    where: 'load',
    severity: 'error',
    meaning: 'A word is not in the closed list of the field.',
  },
  'schema.range': {
    where: 'load',
    severity: 'error',
    meaning: 'A number or bound is too small, too large or no whole number.',
  },
  'schema.length': {
    where: 'load',
    severity: 'error',
    meaning: 'A list or text that must not be empty is empty.',
  },
  'schema.conflicting-fields': {
    where: 'load',
    severity: 'error',
    meaning: 'Two fields that say the same thing stand side by side.',
  },
  'schema.unset-variable': {
    where: 'load',
    severity: 'error',
    meaning: '`${VAR}` names a variable that the runtime does not have.',
  },
  'schema.invalid-inputs': {
    where: 'load',
    severity: 'error',
    meaning: 'The inputs of a skill are no valid JSON Schema.',
  },
  'skill.duplicate-id': { where: 'load', severity: 'error', meaning: 'Two skill files declare one id.' },
  'skill.unknown-pack': {
    where: 'load',
    severity: 'error',
    meaning: 'A skill targets a pack that the workspace does not declare.',
  },
  'skill.unknown-command': {
    where: 'load',
    severity: 'error',
    meaning: 'A skill targets a command that its pack does not declare.',
  },
  'skill.unknown-server': {
    where: 'load',
    severity: 'error',
    meaning: 'A skill targets an MCP server that the workspace does not declare.',
  },
  'skill.missing-input': {
    where: 'load',
    severity: 'error',
    meaning: 'The inputs of a command skill lack a placeholder of the command.',
  },
  'skill.composed-unknown': {
    where: 'load',
    severity: 'error',
    meaning: 'A composed skill names a skill that is not loaded.',
  },
  'skill.composed-cycle': {
    where: 'load',
    severity: 'error',
    meaning: 'Composed skills contain each other.',
  },
  'command-pack.duplicate-id': { where: 'load', severity: 'error', meaning: 'Two packs declare one id.' },
  'command-pack.duplicate-command': {
    where: 'load',
    severity: 'error',
    meaning: 'Two commands of one pack declare one id.',
  },
  'command-pack.id-collision': {
    where: 'load',
    severity: 'error',
    meaning: 'Two commands, or a command and a skill file, come to one skill id.',
  },
  'command-pack.credential-in-argv': {
    where: 'load',
    severity: 'error',
    meaning: 'A credential stands in argv, where ps and the audit would show it.',
  },
  'command-pack.placeholder-in-env': {
    where: 'load',
    severity: 'error',
    meaning: 'A placeholder that is no credential stands in env or cwd.',
  },
  'command-pack.placeholder-program': {
    where: 'load',
    severity: 'error',
    meaning: 'The program of a command is not literal.',
  },
  'command-pack.shell': {
    where: 'load',
    severity: 'error',
    meaning: 'A command needs a shell, or hands a caller-made program to an interpreter.',
  },
  'command-pack.unknown-override': {
    where: 'load',
    severity: 'either',
    meaning: 'An override names no command of its pack: an error for a tier, a warning for a timeout.',
  },
  'command-pack.unknown-credential': {
    where: 'load',
    severity: 'error',
    meaning: 'A pack uses a credential that it or the workspace does not declare.',
  },
  'command-pack.missing-binary': {
    where: 'load',
    severity: 'error',
    meaning: 'A program that a pack needs is not there or is not executable.',
  },
  'command-pack.version-mismatch': {
    where: 'load',
    severity: 'error',
    meaning: 'A program has a version outside the range required.',
  },
  'command-pack.version-unreadable': {
    where: 'load',
    severity: 'error',
    meaning: 'The version of a program could not be read from its output.',
  },
  'command-pack.no-requires': {
    where: 'load',
    severity: 'warning',
    meaning: 'A pack does not say which programs it needs.',
  },
  'agent.unknown-skill': {
    where: 'load',
    severity: 'error',
    meaning: 'An agent is granted a skill that is not loaded.',
  },
  'agent.unknown-bulk-grant': {
    where: 'load',
    severity: 'error',
    meaning: 'A bulk grant names a pack or server that is not declared.',
  },
  'agent.empty-bulk-grant': {
    where: 'load',
    severity: 'error',
    meaning: 'A bulk grant expands to no skill at all.',
  },
  'agent.bad-skill-entry': {
    where: 'load',
    severity: 'error',
    meaning: 'A grant is no skill id and no `pack:` or `server:` with an id.',
  },
  'agent.unknown-archetype': {
    where: 'load',
    severity: 'error',
    meaning: 'An agent names an archetype that is not loaded.',
  },
  'agent.requires-unknown-skill': {
    where: 'load',
    severity: 'error',
    meaning: 'A prerequisite names a skill that the agent does not hold.',
  },
  'agent.requires-cycle': { where: 'load', severity: 'error', meaning: 'Prerequisites require each other.' },
  'agent.duplicate-id': {
    where: 'load',
    severity: 'error',
    meaning: 'Two agents of one topology have one id.',
  },
  'archetype.duplicate-id': {
    where: 'load',
    severity: 'error',
    meaning: 'Two archetype files declare one id.',
  },
  'topology.duplicate-id': {
    where: 'load',
    severity: 'error',
    meaning: 'Two topology files declare one name.',
  },
  'request.unknown-topology': {
    where: 'request',
    severity: 'error',
    meaning: 'The request names a topology that the workspace does not declare.',
  },
  'request.unknown-agent': {
    where: 'request',
    severity: 'error',
    meaning: 'The request names an agent that the topology does not hold.',
  },
  'request.unknown-approval': {
    where: 'request',
    severity: 'error',
    meaning: 'The approval request does not exist, was decided or has expired.',
  },
  'request.bad-arguments': {
    where: 'request',
    severity: 'error',
    meaning: 'The arguments, or a line of a session, are not one JSON object of the agreed form.',
  },
  'request.bad-run-id': {
    where: 'request',
    severity: 'error',
    meaning: 'The run id is not 1 to 64 letters, digits, dots, underscores or hyphens.',
  },
  'request.unknown-run': {
    where: 'request',
    severity: 'error',
    meaning: 'No run of that id waits to be resumed.',
  },
  'attachment.not-found': {
    where: 'request',
    severity: 'error',
    meaning: 'The path of an attachment leads to nothing, or to what cannot be read.',
  },
  'attachment.not-a-file': {
    where: 'request',
    severity: 'error',
    meaning: 'An attachment is a folder, a pipe, a socket or a device.',
  },
  'attachment.escapes-workspace': {
    where: 'request',
    severity: 'error',
    meaning: 'The path of an attachment that a request names leads out of the workspace.',
  },
  'attachment.too-large': {
    where: 'request',
    severity: 'error',
    meaning: 'An attachment is larger than `attachment_max_bytes`.',
  },
  'attachment.empty': {
    where: 'request',
    severity: 'error',
    meaning: 'An attachment has no bytes.',
  },
  'attachment.not-an-image': {
    where: 'request',
    severity: 'error',
    meaning: 'The bytes of an attachment are no PNG, JPEG, GIF or WebP, or only the beginning of one.',
  },
  'attachment.url-refused': {
    where: 'request',
    severity: 'error',
    meaning: 'An attachment is given as an address: nothing is fetched.',
  },
  'attachment.type-refused': {
    where: 'request',
    severity: 'error',
    meaning: 'An attachment comes with a media type: it is read from the bytes.',
  },
  'attachment.bad-base64': {
    where: 'request',
    severity: 'error',
    meaning: 'The data of an attachment is no strict base64.',
  },
  'attachment.one-source': {
    where: 'request',
    severity: 'error',
    meaning: 'An attachment has both `path` and `data`, or neither.',
  },
  'request.unknown-path': {
    where: 'request',
    severity: 'error',
    meaning: 'The server has nothing under this path.',
  },
  'request.unknown-job': {
    where: 'request',
    severity: 'error',
    meaning: 'The server has no job of this id.',
  },
  'request.wrong-method': {
    where: 'request',
    severity: 'error',
    meaning: 'The path is there, and is asked for in another way.',
  },
  'request.wrong-state': {
    where: 'request',
    severity: 'error',
    meaning: 'The job is over, or does not wait.',
  },
  'request.foreign-host': {
    where: 'request',
    severity: 'error',
    meaning: 'The Host of the request is none of the names of this server.',
  },
  'request.foreign-origin': {
    where: 'request',
    severity: 'error',
    meaning: 'A page of another origin sends the request.',
  },
  'request.unauthorized': {
    where: 'request',
    severity: 'error',
    meaning: 'The request lacks the key of the server, or brings another one.',
  },
  'request.media-type': {
    where: 'request',
    severity: 'error',
    meaning: 'The body of the request is not declared as JSON.',
  },
  'request.too-large': {
    where: 'request',
    severity: 'error',
    meaning: 'The body of the request is larger than the server takes.',
  },
  'request.too-slow': { where: 'request', severity: 'error', meaning: 'The request did not arrive in time.' },
  'request.too-many': {
    where: 'request',
    severity: 'error',
    meaning: 'The server has as much to do as it takes on.',
  },
  'grant.not-held': { where: 'refusal', severity: 'none', meaning: 'The agent does not hold the skill.' },
  'prerequisite.unmet': {
    where: 'refusal',
    severity: 'none',
    meaning: 'A skill that must have succeeded first in this run has not.',
  },
  'tier.readonly': {
    where: 'refusal',
    severity: 'none',
    meaning: 'The tier is readonly and the effects are not known to be read.',
  },
  'tier.strict': {
    where: 'refusal',
    severity: 'none',
    meaning: 'The tier is strict and no person has approved this very call.',
  },
  'scope.missing': {
    where: 'refusal',
    severity: 'none',
    meaning: 'The agent lacks a scope that the skill requires.',
  },
  'approval.denied': { where: 'refusal', severity: 'none', meaning: 'A person has denied this very call.' },
  'command.missing-argument': {
    where: 'failure',
    severity: 'error',
    meaning: 'A placeholder has no argument.',
  },
  'command.unknown-argument': {
    where: 'failure',
    severity: 'error',
    meaning: 'An argument fills no placeholder.',
  },
  'command.bad-value': {
    where: 'failure',
    severity: 'error',
    meaning: 'A value is of a kind, form or size that the skill does not take.',
  },
  'command.option-like-value': {
    where: 'failure',
    severity: 'error',
    meaning: 'A value that begins with a hyphen would be read as an option.',
  },
  'command.too-long': {
    where: 'failure',
    severity: 'error',
    meaning: 'An argument is longer than the operating system takes.',
  },
  'command.not-started': {
    where: 'failure',
    severity: 'error',
    meaning: 'The operating system could not start the program.',
  },
  'command.timeout': {
    where: 'failure',
    severity: 'error',
    meaning: 'The command ran longer than its timeout and was stopped.',
  },
  'command.output-ceiling': {
    where: 'failure',
    severity: 'error',
    meaning: 'The command printed more than its ceiling and was stopped.',
  },
  'command.exit-status': {
    where: 'failure',
    severity: 'error',
    meaning: 'The command ended with an exit status that is not accepted.',
  },
  'command.signal': { where: 'failure', severity: 'error', meaning: 'The command was killed by a signal.' },
  'command.bad-output': {
    where: 'failure',
    severity: 'error',
    meaning: 'The output is not of the form that the command declares.',
  },
  'command.interrupted': {
    where: 'failure',
    severity: 'error',
    meaning: 'The runtime was told to stop while the command ran.',
  },
  'credential.missing': {
    where: 'failure',
    severity: 'error',
    meaning: 'A credential has no value at the time of the call.',
  },
  'model.unknown-provider': {
    where: 'failure',
    severity: 'error',
    meaning: 'An agent or a prompt skill has no model provider, or one that is not there.',
  },
  'model.unavailable': {
    where: 'failure',
    severity: 'error',
    meaning: 'The model could not be reached, or failed on its side, and trying again did not help.',
  },
  'model.unauthorized': {
    where: 'failure',
    severity: 'error',
    meaning: 'The model provider did not accept the key.',
  },
  'model.rate-limited': {
    where: 'failure',
    severity: 'error',
    meaning: 'The model provider asked to come back later, and then again.',
  },
  'model.rejected': {
    where: 'failure',
    severity: 'error',
    meaning: 'The model provider did not accept the request.',
  },
  'model.bad-response': {
    where: 'failure',
    severity: 'error',
    meaning: 'The answer of the model is no answer: cut off on the way, or not of the agreed form.',
  },
  'model.truncated': {
    where: 'failure',
    severity: 'error',
    meaning: 'The answer of the model was cut at its length limit.',
  },
  'model.script-ended': {
    where: 'failure',
    severity: 'error',
    meaning: 'A scripted model has no turn left.',
  },
  'model.step-limit': {
    where: 'failure',
    severity: 'error',
    meaning: 'An agent took more model turns than it may.',
  },
  'model.call-limit': {
    where: 'failure',
    severity: 'error',
    meaning: 'A run made more tool calls than it may.',
  },
  'model.interrupted': {
    where: 'failure',
    severity: 'error',
    meaning: 'The runtime was told to stop while the model answered.',
  },
  'mcp.not-started': {
    where: 'failure',
    severity: 'error',
    meaning: 'An MCP server could not be started or reached.',
  },
  'mcp.unknown-tool': {
    where: 'failure',
    severity: 'error',
    meaning: 'The MCP server has no tool of that name.',
  },
  'mcp.bad-arguments': {
    where: 'failure',
    severity: 'error',
    meaning: 'The arguments do not fit the inputs of the skill.',
  },
  'mcp.tool-error': { where: 'failure', severity: 'error', meaning: 'The tool says that it failed.' },
  'mcp.timeout': {
    where: 'failure',
    severity: 'error',
    meaning: 'The tool took longer than the timeout of its server.',
  },
  'mcp.output-ceiling': {
    where: 'failure',
    severity: 'error',
    meaning: 'The server sent more than its ceiling.',
  },
  'mcp.bad-result': {
    where: 'failure',
    severity: 'error',
    meaning: 'The result is not of the form that the tool itself declares.',
  },
  'mcp.protocol': {
    where: 'failure',
    severity: 'error',
    meaning: 'The server broke the protocol or went away during the call.',
  },
  'mcp.interrupted': {
    where: 'failure',
    severity: 'error',
    meaning: 'The runtime was told to stop while the tool ran.',
  },
  'audit.unavailable': {
    where: 'failure',
    severity: 'error',
    meaning: 'The record cannot be written, so nothing was run, or does not verify.',
  },
  'server.public-without-key': {
    where: 'failure',
    severity: 'error',
    meaning: 'The server was asked to listen to other machines, and no key is declared.',
  },
  'server.not-listening': {
    where: 'failure',
    severity: 'error',
    meaning: 'The address to listen on cannot be had.',
  },
  'server.state-in-use': {
    where: 'failure',
    severity: 'error',
    meaning: 'Another server is at work on the same state.',
  },
  'server.stopping': {
    where: 'failure',
    severity: 'error',
    meaning: 'The server is stopping and takes nothing on.',
  },
  'server.internal': { where: 'failure', severity: 'error', meaning: 'The server itself is at fault.' },
} as const satisfies Record<string, CodeEntry>;

interface CodeEntry {
  /** `load`: the workspace. `request`: what was asked of it. `refusal`: a decision. `failure`: an allowed call. */
  readonly where: 'load' | 'request' | 'refusal' | 'failure';
  /** `either`: the clause says which. `none`: a refusal is no problem, and has none. */
  readonly severity: 'error' | 'warning' | 'either' | 'none';
  readonly meaning: string;
}

/** Families that come with the capability of their name. */
const families = ['mcp.', 'model.'];

export function isKnownCode(code: string): boolean {
  return Object.hasOwn(codes, code) || families.some((family) => code.startsWith(family));
}

/** Failures that a runtime finds before it starts anything: nothing may have run. */
export const failuresBeforeStart: ReadonlySet<string> = new Set([
  'command.missing-argument',
  'command.unknown-argument',
  'command.bad-value',
  'command.option-like-value',
  'command.too-long',
  'command.not-started',
  'credential.missing',
  'audit.unavailable',
]);
