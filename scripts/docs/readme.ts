import { readFileSync } from 'node:fs';
import { renderSummary } from '../venues/summary.ts';
import type { GeneratedFile } from './generatedFile.ts';

const path = 'README.md';
const opening = '<!-- abilities: written by `npm run docs` -->\n';
const closing = '<!-- end of abilities -->\n';

/** Returns the README with its table of exchanges as the product has it today. */
export function renderReadme(): GeneratedFile {
  const written = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  return { path, text: withAbilities(written, renderSummary()) };
}

/** Replaces what stands between the two markers. */
export function withAbilities(page: string, table: string): string {
  const from = page.indexOf(opening);
  const to = page.indexOf(closing);
  if (from === -1 || to < from) throw new Error('The README has lost the markers of its table.');
  return `${page.slice(0, from)}${opening}\n${table}\n\n${page.slice(to)}`;
}
