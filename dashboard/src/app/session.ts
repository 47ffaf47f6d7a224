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
 * Takes over the key of a link (`/#key=ak_…`), also of one that is opened where the page is
 * already, and returns it. A fragment is never sent over the network; it leaves the address bar
 * and the history at once, whether it is a key or not.
 */
export function takeKeyFromFragment(): string | undefined {
  const found = /^#key=([\x21-\x7e]+)$/.exec(window.location.hash)?.[1];
  if (found === undefined) return undefined;
  window.history.replaceState(null, '', window.location.pathname);
  try {
    const key = decodeURIComponent(found);
    keepKey(key);
    return key;
  } catch {
    // Not written as a fragment is: no link of the service.
    return undefined;
  }
}
