import type { Exchange } from '../exchange/exchange.ts';
import type { Account } from '../exchange/records.ts';
import type { Parameters } from './parameters.ts';

/** A request that was understood. */
export interface PublicCall {
  readonly exchange: Exchange;
  /** Wallet whose markets the request is about: `spot` or `futures/usdt`. */
  readonly wallet: string;
  /** Parts of the path, by their names in the route. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Parameters;
}

export interface Call extends PublicCall {
  readonly account: Account;
  /** Reads the body; throws a refusal when there is none. */
  body(): Parameters;
}

/** A route that is open to everybody, or needs a signature. */
export type Route =
  | { readonly security: 'none'; readonly answer: (call: PublicCall) => unknown }
  | {
      readonly security: 'signed';
      readonly answer: (call: Call) => unknown;
      /** Status of a successful answer. */
      readonly status?: 201;
    };

/** Routes by method and path; the parts in braces are named. */
export type Routes = Readonly<Record<string, Route>>;

export function open(answer: (call: PublicCall) => unknown): Route {
  return { security: 'none', answer };
}

export function signedBy(answer: (call: Call) => unknown): Route {
  return { security: 'signed', answer };
}

/** Returns a signed route that creates something. */
export function creating(answer: (call: Call) => unknown): Route {
  return { security: 'signed', answer, status: 201 };
}

interface Matched {
  readonly route: Route;
  /** Method and path as the routes have them. */
  readonly key: string;
  readonly path: Readonly<Record<string, string>>;
}

export function findRoute(routes: Routes, method: string, path: string): Matched | undefined {
  const parts = path.split('/');
  for (const [key, route] of Object.entries(routes)) {
    const [keyMethod, pattern = ''] = key.split(' ');
    const named = keyMethod === method ? match(pattern.split('/'), parts) : undefined;
    if (named) return { route, key, path: named };
  }
  return undefined;
}

function match(
  pattern: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const named: Record<string, string> = {};
  for (const [index, wanted] of pattern.entries()) {
    const part = parts[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(wanted)?.[1];
    if (name !== undefined) named[name] = decodeURIComponent(part);
    else if (wanted !== part) return undefined;
  }
  return named;
}
