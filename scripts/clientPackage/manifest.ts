/** The parts of a `package.json` of the repository from which the published one is made. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Compiled folders, as they are in the package. */
export const publishedFolders = ['client', 'contract'] as const;

/** Returns the published `package.json`: the client's, with the contract inside. */
export function publishedManifest(client: Manifest, contract: Manifest, engines: object): object {
  const { name, version, description, license } = client;
  const { [contract.name]: _within, ...own } = client.dependencies;
  return {
    name,
    version,
    description,
    license,
    keywords: ['trading', 'execution', 'crypto', 'exchange', 'client'],
    type: 'module',
    sideEffects: false,
    exports: {
      '.': entryOf('client'),
      './contract': entryOf('contract'),
      './package.json': './package.json',
    },
    types: './client/src/index.d.ts',
    files: publishedFolders,
    engines,
    dependencies: toRanges({ ...own, ...contract.dependencies }),
  };
}

function entryOf(folder: (typeof publishedFolders)[number]) {
  const entry = `./${folder}/src/index`;
  return { types: `${entry}.d.ts`, default: `${entry}.js` };
}

/**
 * Returns ranges: the repository pins versions, but a library accepts compatible ones, so that a
 * program has each only once.
 */
function toRanges(pinned: Manifest['dependencies']): Record<string, string> {
  const ranges = Object.entries(pinned).map(([name, version]) => [name, `^${version}`] as const);
  return Object.fromEntries(ranges.toSorted());
}
