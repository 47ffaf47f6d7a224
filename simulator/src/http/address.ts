/** Destination of a request, as the exchange sees it. */
export interface Address {
  /** Without the port, in lower case. */
  readonly host: string;
  /** Path and query. */
  readonly target: string;
}

interface Sent {
  /** The Host header. */
  readonly host: string;
  /** As in the request line. */
  readonly target: string;
}

/** `https://api.binance.com` at the start; some clients make one slash of the two. */
const schemeFirst = /^(?:https?|wss?):\/+/i;
/** The same start, percent-encoded. */
const encodedScheme = /^(?:https?|wss?)(?:%3a|:\/?%2f)/i;

/**
 * Returns a request's destination. The Host header names the exchange. A program that cannot set it
 * puts the host first in the path, as `/api.binance.com/api/v3/time` or, as with the address of a
 * proxy, with the scheme: `/https://api.binance.com/api/v3/time`. The rest of the path is the
 * exchange's own.
 */
export function addressOf(sent: Sent, isKnown: (host: string) => boolean): Address {
  const host = plainHost(sent.host);
  const asSent = { host, target: sent.target };
  // A request line with a scheme overrides the Host header: RFC 9112, 3.2.2.
  if (isKnown(host) && !schemeFirst.test(sent.target)) return asSent;
  const full = decoded(sent.target.replace(/^\/+/, ''));
  const address = full.replace(schemeFirst, '');
  const [first = ''] = /^[^/?]*/.exec(address) ?? [];
  const named = plainHost(first);
  // A client that wrote a scheme meant the host behind it, and is told that this host is unknown.
  if (!isKnown(named) && address === full) return asSent;
  const rest = address.slice(first.length);
  return { host: named, target: rest.startsWith('/') ? rest : `/${rest}` };
}

/**
 * Decodes a percent-encoded address. Some clients encode the whole address with its query, when
 * that is not empty: ccxt does, with `proxyUrl`.
 */
function decoded(target: string): string {
  if (!encodedScheme.test(target)) return target;
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  try {
    return `${decodeURIComponent(path)}${mark < 0 ? '' : target.slice(mark)}`;
  } catch {
    // No encoder writes this, so it names no exchange.
    return target;
  }
}

function plainHost(text: string): string {
  return text.replace(/:\d+$/, '').toLowerCase();
}
