import { posix } from 'node:path';

/** Place of the contract in the package: it is published inside the client. */
const contractEntry = 'contract/src/index.js';
const specifier = /(?<=(?:\bfrom|\bimport\(?)\s*(['"]))[^'"]+(?=\1)/g;

/**
 * Returns a compiled file in its published form: imports of the contract by its place, and every
 * file by its new name. The compiler leaves the old names in declarations.
 */
export function publishSpecifiers(path: string, text: string): string {
  return text.replace(specifier, (name) => publishedName(path, name));
}

function publishedName(path: string, name: string): string {
  if (name.startsWith('.')) return name.replace(/\.ts$/, '.js');
  if (name !== '@windlass/contract') return name;
  return posix.relative(posix.dirname(path), contractEntry);
}
