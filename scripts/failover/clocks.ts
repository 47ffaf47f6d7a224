import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const roots = ['/usr/lib', '/usr/lib64', '/usr/local/lib'];

/** Returns settings that shift the wall clock of a process by this offset. */
function skewedBy(offset: string): Readonly<Record<string, string>> {
  return {
    LD_PRELOAD: libfaketime(),
    FAKETIME: `${offset}s`,
    // Durations are measured on this one, and a machine whose time is wrong still counts seconds.
    DONT_FAKE_MONOTONIC: '1',
  };
}

/** Reads `A:+10,B:-10`. */
export function readSkews(
  text: string | undefined,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const skews: Record<string, Readonly<Record<string, string>>> = {};
  for (const part of text?.split(',') ?? []) {
    const [, name, offset] = /^([AB]):([+-]\d+)$/.exec(part) ?? [];
    if (name === undefined || offset === undefined) {
      throw new RangeError(`--skew must be like A:+10,B:-10, not '${text}'`);
    }
    skews[name] = skewedBy(offset);
  }
  return skews;
}

/** Debian keeps it in a folder that is named by the machine's architecture. */
function libfaketime(): string {
  for (const root of roots) {
    for (const name of namesIn(root)) {
      const folder = join(root, name, 'faketime');
      if (namesIn(folder).includes('libfaketimeMT.so.1')) return join(folder, 'libfaketimeMT.so.1');
    }
  }
  throw new Error('libfaketime is missing: install the package faketime.');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
