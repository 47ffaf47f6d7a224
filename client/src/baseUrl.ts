export interface BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path before the service's own paths, without a slash at the end; often empty. */
  readonly prefix: string;
  /** Both together. */
  readonly href: string;
}

/** Returns the parts of a service's address. Throws TypeError when it cannot be one. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new TypeError('baseUrl must be an http or https address, e.g. http://127.0.0.1:3000');
  }
  // Secrets in addresses end up in logs, and `fetch` refuses them anyway.
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('baseUrl must not carry a user name or password');
  }
  const prefix = url.pathname.replace(/\/+$/, '');
  return { origin: url.origin, prefix, href: `${url.origin}${prefix}` };
}
