import { readFileSync } from 'node:fs';

/**
 * Returns how many files and sockets this process may have open at once; undefined on systems that
 * do not tell it. Node.js has already raised the limit as far as it can by itself.
 */
export function descriptorLimit(): number | undefined {
  try {
    const told = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return told === undefined ? undefined : Number(told);
  } catch {
    return undefined;
  }
}
