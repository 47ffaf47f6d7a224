import type { TextFile } from './tree.ts';
import type { Violation } from './violation.ts';

/** Commands of a Markdown page that fail for a reader who types them. */
export function checkCommands(file: TextFile, scripts: ReadonlySet<string>): Violation[] {
  if (!file.path.endsWith('.md')) return [];
  return file.text.split('\n').flatMap((line, index) =>
    faultsOf(line, scripts).map((todo) => ({
      path: file.path,
      line: index + 1,
      rule: 'command',
      todo,
    })),
  );
}

/** Names of the scripts of `package.json`; none where there is no such file. */
export function scriptNames(files: readonly TextFile[]): ReadonlySet<string> {
  const file = files.find(({ path }) => path === 'package.json');
  const { scripts = {} }: { scripts?: object } = JSON.parse(file?.text ?? '{}');
  return new Set(Object.keys(scripts));
}

function faultsOf(line: string, scripts: ReadonlySet<string>): string[] {
  const unknown = [...line.matchAll(/\bnpm run ([\w:-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !scripts.has(name))
    .map((name) => `package.json has no script ${name}: name one it has`);
  // Only npm finds the Node.js that `npm ci` brought; the machine's own may be too old.
  const bare = [...line.matchAll(/\bnode (?:--?[\w-]+ )*scripts\/[\w/.-]+/g)].map(
    ([command]) => `${command} may meet an old Node.js: make it a script of package.json`,
  );
  return [...unknown, ...bare];
}
