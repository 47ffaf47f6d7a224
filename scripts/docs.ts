/** `npm run docs`: writes the generated files. A test fails while one is out of date. */
import { mkdir, writeFile } from 'node:fs/promises';
import { renderAll } from './docs/generatedFiles.ts';

for (const { path, text } of renderAll()) {
  const file = new URL(`../${path}`, import.meta.url);
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, text);
  console.log(`Wrote ${path}`);
}
