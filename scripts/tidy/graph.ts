import { cruise } from 'dependency-cruiser';

/**
 * One import, export-from, `import type` or literal `import()`. The parser does not see an inline
 * `import('…')` type; the forbidden list excludes such types.
 */
export interface Edge {
  readonly from: string;
  /** A path of the repository, or `npm:<package>`, or `node:<module>`. */
  readonly to: string;
  /** The specifier as written in the source. */
  readonly specifier: string;
  readonly typeOnly: boolean;
}

/**
 * Reads the import graph of the folders. The parser is named because with TypeScript 7 alone
 * dependency-cruiser finds no compiler, sees no imports, and every rule passes.
 */
export async function readGraph(root: string, folders: readonly string[]): Promise<Edge[]> {
  const { output } = await cruise(
    [...folders],
    {
      baseDir: root,
      parser: 'swc',
      // Only the rules of `findCycles` apply to cycles.
      skipAnalysisNotInRules: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^[^/]+/(dist|built)/' },
    },
    {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  );
  if (typeof output === 'string') throw new Error('dependency-cruiser gave text, not a graph.');
  return output.modules
    .filter((module) => !module.source.includes('node_modules'))
    .flatMap((module) =>
      module.dependencies.map((dependency) => ({
        from: module.source,
        to: targetOf(dependency),
        specifier: specifierOf(dependency),
        typeOnly: dependency.dependencyTypes.includes('type-only'),
      })),
    );
}

interface Target {
  readonly module: string;
  readonly resolved: string;
  readonly dependencyTypes: readonly string[];
}

function targetOf({ module, resolved, dependencyTypes }: Target): string {
  if (dependencyTypes.includes('core')) return specifierOf({ module, dependencyTypes });
  const isOurs = !resolved.includes('node_modules') && resolved !== module;
  if (isOurs || module.startsWith('.')) return resolved;
  return `npm:${packageName(module)}`;
}

/** Restores the prefix that the linter demands and dependency-cruiser removes. */
function specifierOf({ module, dependencyTypes }: Omit<Target, 'resolved'>): string {
  const isBare = dependencyTypes.includes('core') && !module.startsWith('node:');
  return isBare ? `node:${module}` : module;
}

function packageName(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}
