import type { TextFile } from './tree.ts';
import type { Violation } from './violation.ts';

/** Reports commands of a Markdown page that fail when a reader types them. */
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

/** Returns the names of the scripts in `package.json`; none when there is no such file. */
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
  // Only npm finds the Node.js that `npm ci` installed; the machine's own may be too old.
  const bare = [...line.matchAll(/\bnode (?:--?[\w-]+ )*scripts\/[\w/.-]+/g)].map(
    ([command]) => `${command} may meet an old Node.js: make it a script of package.json`,
  );
  return [...unknown, ...bare];
}
