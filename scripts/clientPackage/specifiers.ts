import { posix } from 'node:path';

/** Where the contract stands in the package: it is published within the client. */
const contractEntry = 'contract/src/index.js';
const specifier = /(?<=(?:\bfrom|\bimport\(?)\s*(['"]))[^'"]+(?=\1)/g;

/**
 * Returns a compiled file as the package has it: the contract by its place, and every file by the
 * name that it has now. The compiler leaves the names in declarations as they were.
 */
export function publishSpecifiers(path: string, text: string): string {
  return text.replace(specifier, (name) => publishedName(path, name));
}

function publishedName(path: string, name: string): string {
  if (name.startsWith('.')) return name.replace(/\.ts$/, '.js');
  if (name !== '@windlass/contract') return name;
  return posix.relative(posix.dirname(path), contractEntry);
}
