import type { TextFile } from './tree.ts';

/** Returns true for a text with each of the ids as a word of its own. Comments do not count. */
export function hasEvery(ids: readonly string[], { text }: TextFile): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return ids.every((id) => new RegExp(`(?<![a-z\\d])${id}(?![a-z\\d])`).test(code));
}
