import { readFileSync } from 'node:fs';

/**
 * A mistake that is planted to see whether a proof finds it: a proof that passes with it proves
 * nothing about its subject. The product holds no switch for any of them.
 */
export interface Plant {
  readonly name: string;
  /** The verdicts that find it; a proof that fails for another reason has not. Any unless given. */
  readonly foundBy?: RegExp | undefined;
}

/** A mistake in the product's text, put in place as its files are loaded. */
export interface TextPlant extends Plant {
  readonly changes: readonly TextChange[];
}

export interface TextChange {
  /** Path within the repository. */
  readonly file: string;
  /** The correct text, which occurs once. */
  readonly right: string;
  readonly wrong: string;
}

/** A mistake at one of the product's ports: a session, a store, the dialect of an exchange. */
export interface PortPlant<Change> extends Plant {
  readonly change: Change;
}

/** Returns mistakes at a port from their names, with the verdicts that find them. */
export function portPlants<Change>(
  changes: Readonly<Record<string, Change>>,
  foundBy: Readonly<Record<string, RegExp>> = {},
): readonly PortPlant<Change>[] {
  return Object.entries(changes).map(([name, change]) => {
    return { name, change, foundBy: foundBy[name] };
  });
}

/** Returns the wrong texts by their files' addresses. Throws unless each right one stands once. */
export function plantedSources({ name, changes }: TextPlant): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const { file, right, wrong } of changes) {
    const url = new URL(`../../../../${file}`, import.meta.url);
    const source = sources.get(url.href) ?? readFileSync(url, 'utf8');
    const count = source.split(right).length - 1;
    if (count !== 1) {
      throw new Error(
        `The mistake "${name}" needs a text of ${file} that stands there once; it stands there ` +
          `${count} times. Give the mistake the text as it is now: ${right}`,
      );
    }
    sources.set(
      url.href,
      source.replace(right, () => wrong),
    );
  }
  return sources;
}
