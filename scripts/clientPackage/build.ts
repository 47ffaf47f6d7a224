import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endpoints } from '@windlass/contract';
import { nameGroups } from './endpointGroups.ts';
import { type Manifest, publishedFolders, publishedManifest } from './manifest.ts';
import { readComments, renderClient } from './methodDocs.ts';
import { publishSpecifiers } from './specifiers.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Writes the client's package, in its published form, into the folder. */
export async function buildClient(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    publishedFolders.map((name) => rm(join(folder, name), { recursive: true, force: true })),
  );
  await compile(folder);
  const files = await readCompiled(folder);
  const declarations = [...files].filter(([path]) => path.startsWith('contract/'));
  const comments = readComments(declarations.map(([, text]) => text));
  files.set('client/src/client.d.ts', renderClient(endpoints, comments));
  const { 'contract/src/endpoints.js': code = '', 'contract/src/endpoints.d.ts': type = '' } =
    Object.fromEntries(files);
  files.set('contract/src/endpoints.d.ts', nameGroups(code, type));
  for (const [path, text] of files) {
    await writeFile(join(folder, path), publishSpecifiers(path, text));
  }
  await writeFile(join(folder, 'package.json'), await manifest());
  await copyFile(join(repository, 'client/README.md'), join(folder, 'README.md'));
  await copyFile(join(repository, 'LICENSE'), join(folder, 'LICENSE'));
}

async function compile(folder: string): Promise<void> {
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
  const compiler = join(dirname(typescript), 'bin/tsc');
  const project = join(repository, 'client/tsconfig.build.json');
  await promisify(execFile)(process.execPath, [compiler, '-p', project, '--outDir', folder]);
}

async function readCompiled(folder: string): Promise<Map<string, string>> {
  const lists = publishedFolders.map(async (name) => {
    const inside = await readdir(join(folder, name), { recursive: true });
    return inside.filter((path) => /\.(js|d\.ts)$/.test(path)).map((path) => `${name}/${path}`);
  });
  const paths = (await Promise.all(lists)).flat();
  const texts = paths.map(
    async (path) => [path, await readFile(join(folder, path), 'utf8')] as const,
  );
  return new Map(await Promise.all(texts));
}

async function manifest(): Promise<string> {
  const read = async (path: string) => JSON.parse(await readFile(join(repository, path), 'utf8'));
  const client: Manifest = await read('client/package.json');
  const contract: Manifest = await read('contract/package.json');
  const { engines } = await read('package.json');
  return `${JSON.stringify(publishedManifest(client, contract, engines), undefined, 2)}\n`;
}
