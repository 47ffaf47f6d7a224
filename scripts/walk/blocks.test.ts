import { describe, expect, it } from 'vitest';
import { readBlocks } from './blocks.ts';

const page = (...lines: readonly string[]) => lines.join('\n');
const run = { kind: 'run' };

describe('the commands of a page', () => {
  it('are those of its sh blocks, with the line at which they begin', () => {
    const text = page('# A', '```sh', 'one', 'two', '```', '```js', 'no', '```', '```sh', '```');
    expect(readBlocks(text)).toEqual([
      { line: 3, code: 'one\ntwo', instruction: run, output: [] },
      { line: 10, code: '', instruction: run, output: [] },
    ]);
  });

  it.each([
    ['<!-- walk: Ctrl-C after 3 s -->', { kind: 'interrupted', afterSec: 3 }],
    ['<!-- walk: apart, because it buys -->', { kind: 'apart', why: 'it buys' }],
    ['<!-- walk: shows /^fills +[1-9]/ -->', { kind: 'shows', pattern: '^fills +[1-9]' }],
    ['<!-- another comment -->', run],
  ])('are run as the line above says: %s', (line, instruction) => {
    const blocks = readBlocks(page(line, '```sh', 'x', '```'));
    expect(blocks).toEqual([{ line: 3, code: 'x', instruction, output: [] }]);
  });

  it('are not passed over by a comment that says something else', () => {
    const text = page('<!-- walk: skip -->', '```sh', 'x', '```');
    expect(() => readBlocks(text)).toThrow('<!-- walk: skip -->');
  });
});

describe('the output that a page expects', () => {
  const commands = ['```sh', 'x', '```'];
  const output = (...lines: readonly string[]) => ['```output', ...lines, '```'];

  it('belongs to the commands above it; empty lines and lines of dots alone expect nothing', () => {
    const text = page(...commands, ...commands, 'prints', ...output('a', '', '…', 'b … c'));
    expect(readBlocks(text).map((block) => block.output)).toEqual([[], ['a', 'b … c']]);
  });

  it('is refused where nothing would check it', () => {
    expect(() => readBlocks(page(...output('a')))).toThrow('line 1 belongs to no commands');
    const apart = page('<!-- walk: apart, because it buys -->', ...commands, ...output('a'));
    expect(() => readBlocks(apart)).toThrow('line 5 belongs to no commands');
    expect(() => readBlocks(page(...commands, ...output('…')))).toThrow('expects nothing');
  });
});
