const storedName = 'windlass.key';

/** Returns the key of this browser session. It is stored nowhere else and ends with the tab. */
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
 * Takes the key from a link (`/#key=ak_…`) and returns it, even when the page is already open. A
 * fragment is never sent over the network. It is removed from the address bar and the history at
 * once, whether it is a key or not.
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
    // The text is not a valid fragment, so it is no link of the service.
    return undefined;
  }
}
