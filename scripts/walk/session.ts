import type { Block } from './blocks.ts';

export interface SessionSettings {
  /** Folder of the repository. */
  readonly repository: string;
  /** Path of the Node.js to run it with. */
  readonly node: string;
  readonly servicePort: number;
  readonly simulatorPort: number;
}

/** The ports that pages use. */
const writtenServicePort = 3000;
const writtenSimulatorPort = 8765;

/**
 * Replaces a terminal. `npm ci` was run before, `npm test` is what runs this, and `npm start` puts
 * the service into the background and waits until it answers, as a reader does in a second window.
 * Everything else is what the reader would run. A refusal over HTTP ends the walk.
 */
const prelude = `
set -eEuo pipefail
walk_line=0
walk_service=''
walk_stopped() {
  cat walk.out 2> /dev/null || true
  printf "\\nwalk: stopped at line %s: %s\\n" "$walk_line" "$1" >&2
}
trap 'walk_stopped "$BASH_COMMAND"' ERR

curl() { command curl --fail-with-body --max-time 60 "$@"; }

walk_start() {
  if [ -n "$walk_service" ]; then
    kill -INT "$walk_service"
    wait "$walk_service" || true
  fi
  PORT=$walk_port "$walk_node" server/bin/start.mjs > service.log 2>&1 &
  walk_service=$!
  until grep -q ' on http' service.log; do
    kill -0 "$walk_service" || { cat service.log >&2; return 1; }
    sleep 0.1
  done
}

npm() {
  case "$*" in
    ci | test) ;;
    start) walk_start ;;
    'run windlass -- '*) shift 3; walk_cli "$@" ;;
    'run -s windlass -- '*) shift 4; walk_cli "$@" ;;
    *) command npm "$@" ;;
  esac
}

walk_cli() {
  if [ "\${1:-}" = simulator ]; then set -- "$@" --port "$walk_simulator_port"; fi
  "$walk_node" cli/bin/windlass.mjs "$@"
}

walk_until_interrupted() {
  local code=0
  timeout --signal=INT --kill-after=10 "$1" bash -c "$2" || code=$?
  case $code in 0 | 124 | 130) ;; *) return "$code" ;; esac
}

walk_shows() {
  local printed_to=0 pattern found
  for pattern in "$@"; do
    found=$(tail -n +$((printed_to + 1)) walk.out | grep -nEm1 -- "$pattern" | cut -d: -f1) || true
    if [ -z "$found" ]; then
      printf 'walk: no line after the first %s fits /%s/\\n' "$printed_to" "$pattern" >&2
      return 1
    fi
    printed_to=$((printed_to + found))
  done
}

export walk_node walk_port walk_simulator_port
export -f npm curl walk_cli walk_start
`;

/** Returns the blocks of a page as one program for bash, to be run in a folder of its own. */
export function writeSession(blocks: readonly Block[], settings: SessionSettings): string {
  const begins = [
    `walk_node=${quote(settings.node)}`,
    `walk_port=${settings.servicePort}`,
    `walk_simulator_port=${settings.simulatorPort}`,
    `export WINDLASS_URL=http://127.0.0.1:${settings.servicePort}`,
    prelude,
  ];
  const codes = blocks
    .filter(({ instruction }) => instruction.kind !== 'apart')
    .map(({ code }) => code);
  const isFound = (pattern: RegExp) => codes.some((code) => pattern.test(code));
  // A page that does not say how to start the service is for readers who have it running.
  const isTaken = isFound(/127\.0\.0\.1:3000|run (-s )?windlass/) && !isFound(/\bnpm start\b/);
  const parts = blocks.map((block) => writeBlock(block, settings));
  return [...begins, isTaken ? 'walk_start' : '', ...parts].join('\n');
}

function writeBlock(block: Block, settings: SessionSettings): string {
  const { line, code, instruction } = block;
  if (instruction.kind === 'apart') return '';
  const here = code
    .replaceAll(`127.0.0.1:${writtenServicePort}`, `127.0.0.1:${settings.servicePort}`)
    .replaceAll(`127.0.0.1:${writtenSimulatorPort}`, `127.0.0.1:${settings.simulatorPort}`);
  const commands =
    instruction.kind === 'interrupted'
      ? `walk_until_interrupted ${instruction.afterSec} ${quote(here)}`
      : here;
  const pattern = instruction.kind === 'shows' ? [instruction.pattern] : [];
  const checks = [pattern, block.output.map(patternOf)]
    .filter((patterns) => patterns.length > 0)
    .map((patterns) => `walk_shows ${patterns.map(quote).join(' ')}`);
  return [
    `walk_line=${line}`,
    `printf '\\nwalk: line ${line}\\n'`,
    checks.length === 0 ? commands : recorded(commands, checks),
  ].join('\n');
}

/** A group instead of a subshell, so that later blocks see the variables that it sets. */
function recorded(commands: string, checks: readonly string[]): string {
  return [`{\n${commands}\n} > walk.out`, 'cat walk.out', ...checks, 'rm walk.out'].join('\n');
}

/** Returns an extended regular expression for one line that a page expects. */
function patternOf(line: string): string {
  const literal = (text: string) =>
    text.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&').replaceAll(/\s+/g, '[[:space:]]+');
  return `^[[:space:]]*${line.trim().split('…').map(literal).join('.*')}[[:space:]]*$`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
