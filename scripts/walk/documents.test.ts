import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Block } from './blocks.ts';
import { readPages } from './pages.ts';
import { walkPage } from './walk.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const pages = await readPages(repository);
/** Algorithms of the guides run for half a minute; services start and stop beside them. */
const timeoutMs = 240_000;

describe('whoever follows a page, command by command, in a fresh clone', () => {
  const walked = pages.filter(({ blocks }) => blocks.some(({ told }) => told.kind !== 'apart'));

  it.each(walked.map(({ path, blocks }) => [path, blocks] as const))(
    'gets through %s',
    { timeout: timeoutMs },
    async (_path, blocks) => {
      const { code, output } = await walkPage(blocks, repository);
      expect(code, output).toBe(0);
    },
  );
});

describe('a page whose command fails', () => {
  it.each([
    ['by its exit code', 'false'],
    ['by a refusal over HTTP', 'curl -s http://127.0.0.1:3000/api/vaults'],
    ['by a wrong option', 'npm run windlass -- book BTC/USDT --deep'],
    ['within a pipe', 'npm run windlass -- nothing | cat'],
  ])('is told of, with the line: %s', { timeout: timeoutMs }, async (_how, command) => {
    const block: Block = { line: 7, code: `${command}\necho behind`, told: { kind: 'run' } };
    const { code, output } = await walkPage([block], repository);
    expect(code).toBeGreaterThan(0);
    expect(output).toContain('stopped at line 7');
    expect(output).not.toContain('behind');
  });
});
