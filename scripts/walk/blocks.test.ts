import { describe, expect, it } from 'vitest';
import { readBlocks } from './blocks.ts';

const page = (...lines: readonly string[]) => lines.join('\n');

describe('the commands of a page', () => {
  it('are those of its sh blocks, with the line at which they begin', () => {
    const text = page('# A', '```sh', 'one', 'two', '```', '```js', 'no', '```', '```sh', '```');
    expect(readBlocks(text)).toEqual([
      { line: 3, code: 'one\ntwo', told: { kind: 'run' } },
      { line: 10, code: '', told: { kind: 'run' } },
    ]);
  });

  it.each([
    ['<!-- walk: Ctrl-C after 3 s -->', { kind: 'interrupted', afterSec: 3 }],
    ['<!-- walk: apart, because it buys -->', { kind: 'apart', why: 'it buys' }],
    ['<!-- walk: shows /^fills +[1-9]/ -->', { kind: 'shows', pattern: '^fills +[1-9]' }],
    ['<!-- another comment -->', { kind: 'run' }],
  ])('are done as the line above says: %s', (line, told) => {
    expect(readBlocks(page(line, '```sh', 'x', '```'))).toEqual([{ line: 3, code: 'x', told }]);
  });

  it('are not passed over by a comment that says something else', () => {
    const text = page('<!-- walk: skip -->', '```sh', 'x', '```');
    expect(() => readBlocks(text)).toThrow('<!-- walk: skip -->');
  });
});
