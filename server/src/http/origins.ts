import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

interface OriginDeps {
  /** Origins of other pages that may connect, such as `https://desk.example`. */
  readonly corsOrigins: readonly string[];
  /** Names, without a port, that the Host header may have; addresses are always allowed. */
  readonly allowedHosts: readonly string[];
}

/**
 * Returns why a connection to the stream is refused, or undefined. A browser lets every page open
 * WebSockets to every host. A foreign page is recognised by its Origin. A page whose own name was
 * made to lead here (DNS rebinding) is recognised by a Host that is not one of ours. Such a name
 * cannot be an address.
 */
export function originRefusal(
  { host, origin }: IncomingHttpHeaders,
  { corsOrigins, allowedHosts }: OriginDeps,
): string | undefined {
  const name = hostName(host);
  if (name === undefined) return 'A Host header is needed.';
  if (isIP(name) === 0 && !allowedHosts.includes(name)) {
    return `The host ${name} is not one of this service. Add it to WINDLASS_ALLOWED_HOSTS.`;
  }
  if (origin === undefined || corsOrigins.includes(origin)) return undefined;
  // A proxy may serve the page over TLS and use plain HTTP to us.
  if (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()) return undefined;
  return 'Pages of this origin may not connect. Add it to CORS_ORIGINS.';
}

/** Returns the name or address in a Host header: without port, brackets and upper case. */
function hostName(host: string | undefined): string | undefined {
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  const { hostname } = new URL(`http://${host}`);
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
