/** The parts of a `package.json` of the repository that the published one is made of. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Compiled folders, as they stand in the package. */
export const publishedFolders = ['client', 'contract'] as const;

/** Returns the `package.json` that is published: the client's, with the contract within it. */
export function publishedManifest(client: Manifest, contract: Manifest, engines: object): object {
  const { name, version, description, license } = client;
  const { [contract.name]: _within, ...own } = client.dependencies;
  return {
    ...{ name, version, description, license },
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

/** The repository pins; a library takes what is compatible, so that a program has each once. */
function toRanges(pinned: Manifest['dependencies']): Record<string, string> {
  const ranges = Object.entries(pinned).map(([name, version]) => [name, `^${version}`] as const);
  return Object.fromEntries(ranges.toSorted());
}
