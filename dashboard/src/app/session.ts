const storedName = 'windlass.key';

/** The key of this browser session; it is kept in no other place and ends with the tab. */
export function readKey(): string | undefined {
  return sessionStorage.getItem(storedName) ?? undefined;
}

export function keepKey(key: string): void {
  sessionStorage.setItem(storedName, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(storedName);
}

/**
 * Takes over the key of a link (`/#key=ak_…`). A fragment is never sent over the network; it leaves
 * the address bar and the history at once.
 */
export function takeKeyFromFragment(): void {
  const key = /^#key=([\x21-\x7e]+)$/.exec(window.location.hash)?.[1];
  if (key === undefined) return;
  keepKey(decodeURIComponent(key));
  window.history.replaceState(null, '', window.location.pathname);
}
