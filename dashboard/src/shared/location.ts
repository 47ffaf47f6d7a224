import { useMemo, useSyncExternalStore } from 'react';

/** The page's location: `#/market?symbol=BTC%2FUSDT`. */
export interface Location {
  /** Empty for the start page. */
  readonly page: string;
  readonly params: URLSearchParams;
}

/** Reads a fragment. Any other text means the start page. */
export function parseHash(hash: string): Location {
  const [, page = '', query = ''] = /^#\/([^?]*)\??(.*)$/.exec(hash) ?? [];
  return { page, params: new URLSearchParams(query) };
}

/** Returns a link to a page. Parameters without a value are left out. */
export function hashOf(
  page: string,
  params: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(params).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  const query = new URLSearchParams(given).toString();
  return query === '' ? `#/${page}` : `#/${page}?${query}`;
}

function listen(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/** Returns the current location. It can be bookmarked and sent. */
export function useLocation(): Location {
  const hash = useSyncExternalStore(listen, () => window.location.hash);
  return useMemo(() => parseHash(hash), [hash]);
}

/** Goes to a page, as a click on its link does. */
export function goTo(page: string, params?: Readonly<Record<string, string | undefined>>): void {
  window.location.hash = hashOf(page, params);
}

/** Returns one parameter of the location, and a setter that adds no step to the history. */
export function useParam(name: string, fallback: string): [string, (value: string) => void] {
  const { page, params } = useLocation();
  const set = (value: string) => {
    const next = { ...Object.fromEntries(params), [name]: value };
    window.location.replace(hashOf(page, next));
  };
  return [params.get(name) ?? fallback, set];
}

/**
 * Changes several parameters at once. One without a value is removed. Adds no step to the history.
 */
export function changeParams(changes: Readonly<Record<string, string | undefined>>): void {
  const { page, params } = parseHash(window.location.hash);
  window.location.replace(hashOf(page, { ...Object.fromEntries(params), ...changes }));
}
