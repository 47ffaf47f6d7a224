import type { Kept } from './useSubmission.ts';

interface KeptSentOptions<Sent> {
  readonly name: string;
  idOf(sent: Sent): string;
  /** Returns the stored value; undefined when it is none. */
  parse(value: unknown): Sent | undefined;
}

/** Keeps a pending request in the tab's storage, so that two tabs never share one. */
export function keptInTab<Sent>({ name, idOf, parse }: KeptSentOptions<Sent>): Kept<Sent> {
  const read = () => {
    const text = sessionStorage.getItem(name);
    return text === null ? undefined : parse(parseJson(text));
  };
  return {
    read,
    keep: (sent) => sessionStorage.setItem(name, JSON.stringify(sent)),
    forget(sent) {
      const kept = read();
      if (kept === undefined || idOf(kept) === idOf(sent)) sessionStorage.removeItem(name);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
