import { expect, test } from 'vitest';
import { walk } from './ast.ts';
import { parseSource } from './source.ts';

test('finds comments, and takes no comment marks in literals for one', () => {
  const { comments } = parseSource(
    'a.ts',
    [
      '// one, with an ümlaut',
      "const text = 'http://not.one';",
      'const half = `/* no ${text /* two */} // nor this`;',
      'const mark = /\\/\\/no/;',
      '/** three',
      ' * spans lines */ export const all = [half, mark]; // four',
      "export type Url = 'a//b' | `c//${string}`;",
    ].join('\n'),
  );
  expect(comments.map(({ kind, line, text }) => `${line} ${kind} ${text.trim()}`)).toEqual([
    '1 line one, with an ümlaut',
    '3 block two',
    '5 block * three\n * spans lines',
    '6 line four',
  ]);
});

test('gives the lines of a node also after other files and non-ASCII text', () => {
  parseSource('first.ts', 'export const many = 1;\n'.repeat(1));
  const file = parseSource('second.ts', '// “—”\n\nexport function f() {\n  return 1;\n}\n');
  const lines: string[] = [];
  walk(file.root, (node) => {
    if (node.type === 'FunctionDeclaration') {
      lines.push(`${file.firstLine(node)}-${file.lastLine(node)}`);
    }
    return undefined;
  });
  expect(lines).toEqual(['3-5']);
});

test('counts a node of one character to its own line', () => {
  const file = parseSource('a.ts', 'a\nb\n\nc');
  const lines: number[][] = [];
  walk(file.root, (node) => {
    if (node.type === 'Identifier') lines.push([file.firstLine(node), file.lastLine(node)]);
    return undefined;
  });
  expect(lines).toEqual([1, 2, 4].map((line) => [line, line]));
});

test('refuses what is not TypeScript', () => {
  expect(() => parseSource('a.ts', 'const = ;')).toThrow();
});
