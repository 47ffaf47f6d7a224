import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

interface OriginDeps {
  /** Origins of other pages that may connect, such as `https://desk.example`. */
  readonly corsOrigins: readonly string[];
  /** Names, without a port, under which this service may be asked for; addresses always may. */
  readonly allowedHosts: readonly string[];
}

/**
 * Says why a connection to the stream is refused, or undefined. A browser lets every page open
 * WebSockets to every host, so that of a foreign page is known by its Origin; and a page whose own
 * name was made to lead here (DNS rebinding) by a Host that is not one of ours. Such a name cannot
 * be an address.
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
  // The page may be served in TLS by a proxy that speaks plain HTTP to us.
  if (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()) return undefined;
  return 'Pages of this origin may not connect. Add it to CORS_ORIGINS.';
}

/** The name or address in a Host header: without port, brackets and upper case. */
function hostName(host: string | undefined): string | undefined {
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  const { hostname } = new URL(`http://${host}`);
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
