import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { endpoints } from '../../contract/src/index.ts';
import type { Block } from './blocks.ts';
import { type Page, readPages } from './pages.ts';
import { walkPage } from './walk.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
/** Generated pages, with an example for each endpoint: one walk tries all of them. */
const reference = 'docs/reference/';
const pages = await readPages(repository);
/** The guides' algorithms run for half a minute; services start and stop besides. */
const timeoutMs = 240_000;

describe('whoever follows a page, command by command, in a fresh clone', () => {
  const isWalked = ({ path, blocks }: Page) =>
    !path.startsWith(reference) && blocks.some(({ instruction }) => instruction.kind !== 'apart');
  const walked = pages.filter(isWalked);

  // Most of the time a page waits for an algorithm to end.
  it.concurrent.each(walked.map(({ path, blocks }) => [path, blocks] as const))(
    'gets through %s',
    { timeout: timeoutMs },
    async (_path, blocks) => {
      const { code, output } = await walkPage(blocks, repository);
      expect(code, output).toBe(0);
    },
  );
});

/** An example may name something that does not exist, but its request must be well-formed. */
const asking = `
KEY=$(cat data/admin.key)
URL=http://127.0.0.1:3000
curl() {
  local status
  status=$(command curl --max-time 60 --output answer.json --write-out '%{http_code}' "$@")
  printf '%s %s\n' "$status" "$(head -c 300 answer.json)"
  case $status in
    2?? | 404 | 409) ;;
    400) ! grep -Eq '"error":"(VALIDATION_FAILED|MALFORMED_JSON)"|"errors":' answer.json ;;
    *) return 1 ;;
  esac
}`;

test('every example of the reference is understood by the service', {
  timeout: timeoutMs,
}, async () => {
  const examples = pages.filter(({ path }) => path.startsWith(reference));
  const blocks = examples.flatMap((page) => page.blocks);
  expect(blocks).toHaveLength(Object.keys(endpoints).length);
  const first: Block = { line: 0, code: asking, instruction: { kind: 'run' }, output: [] };
  const { code, output } = await walkPage([first, ...blocks], repository);
  expect(code, output).toBe(0);
});

test('a page whose command finds nothing fails', { timeout: timeoutMs }, async () => {
  const instruction = { kind: 'shows', pattern: '^fills +[1-9]' } as const;
  const code = 'npm run windlass -- tca paper-binance --days 1';
  const empty = await walkPage([{ line: 3, code, instruction, output: [] }], repository);
  expect(empty.code).toBeGreaterThan(0);
  expect(empty.output).toContain('no fills of perpetuals and futures in this window');
  expect(empty.output).toContain('walk: no line after the first 0 fits /^fills +[1-9]/');
});

describe('a page that says what its commands print', () => {
  const code = "printf 'fills   4\\ncost (bps) 10.8\\nfees 1\\n'";
  const walk = (...output: readonly string[]) =>
    walkPage([{ line: 3, code, instruction: { kind: 'run' }, output }], repository);

  it('passes with its lines in order, numbers left open and spaces as they come', async () => {
    const { code: passed, output } = await walk('fills …', 'cost (bps) …', 'fees 1');
    expect(passed, output).toBe(0);
  });

  it.each([
    ['that were not printed', ['fills 5'], 0],
    ['that were printed with more beside them', ['fees'], 0],
    ['in another order', ['fees …', 'fills …'], 3],
    ['twice that were printed once', ['fills …', 'fills …'], 1],
  ])('fails with lines %s', async (_which, lines, after) => {
    const { code: failed, output } = await walk(...lines);
    expect(failed).toBeGreaterThan(0);
    expect(output).toContain(`walk: no line after the first ${after} fits`);
    expect(output).toContain('stopped at line 3');
  });
});

describe('a page whose command fails', () => {
  it.each([
    ['by its exit code', 'false'],
    ['by a refusal over HTTP', 'curl -s http://127.0.0.1:3000/api/vaults'],
    ['by a wrong option', 'npm run windlass -- book BTC/USDT --deep'],
    ['within a pipe', 'npm run windlass -- nothing | cat'],
  ])('fails with its line: %s', { timeout: timeoutMs }, async (_how, command) => {
    const code = `${command}\necho behind`;
    const block: Block = { line: 7, code, instruction: { kind: 'run' }, output: [] };
    const walked = await walkPage([block], repository);
    expect(walked.code).toBeGreaterThan(0);
    expect(walked.output).toContain('stopped at line 7');
    expect(walked.output).not.toContain('behind');
  });
});
