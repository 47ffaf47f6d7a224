/** `npm run walk -- <page> …`: executes the commands of pages one by one, and prints all of it. */
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { readPages } from './walk/pages.ts';
import { walkPage } from './walk/walk.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const asked = process.argv.slice(2);
const pages = await readPages(repository);
const unknown = asked.filter((path) => pages.every((page) => page.path !== path));
if (unknown.length > 0) {
  process.stderr.write(`walk: no page with commands: ${unknown.join(', ')}\n`);
  process.exit(2);
}
for (const { path, blocks } of pages.filter(
  (page) => asked.length === 0 || asked.includes(page.path),
)) {
  process.stdout.write(`\n# ${path}\n`);
  const { code } = await walkPage(blocks, repository, (text) => process.stdout.write(text));
  if (code !== 0) process.exitCode = 1;
}
