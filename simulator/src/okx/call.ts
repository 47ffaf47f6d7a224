import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import type { Account } from '../exchange/records.ts';
import type { RawRequest } from '../http/request.ts';
import { refusals } from './errors.ts';
import type { Fields } from './fields.ts';
import type { Margins } from './margins.ts';

/** The one wallet that everything trades from. */
export const wallet = 'trading';

/** A request that was understood. */
export interface PublicCall {
  readonly exchange: Exchange;
  /** Fields of the query, or of the body when there is one. */
  readonly fields: Fields;
  /** The items of a body that is a list. */
  readonly list: readonly Fields[];
  /** Returns the market of `instId`; throws a refusal when there is none. */
  market(): Market;
  /** Returns undefined when `instId` was not sent. */
  optionalMarket(): Market | undefined;
}

export interface Call extends PublicCall {
  readonly account: Account;
  readonly margins: Margins;
}

/** Kind of order whose refusal an answer describes. */
export type Shape = 'order' | 'algo';

/** A route that is open to everybody or needs a signature; it returns the data of the envelope. */
export type Route =
  | { readonly security: 'none'; readonly answer: (call: PublicCall) => readonly unknown[] }
  | {
      readonly security: 'signed';
      readonly answer: (call: Call) => readonly unknown[];
      /**
       * Set for routes of orders: refusals come within the data, and the answer has processing
       * times.
       */
      readonly shape?: Shape;
      /** True when the route checks `expTime`. */
      readonly hasDeadline?: boolean;
    };

/** Routes by method and path. */
export type Routes = Readonly<Record<string, Route>>;

export function signed(answer: (call: Call) => readonly unknown[]): Route {
  return { security: 'signed', answer };
}

export function open(answer: (call: PublicCall) => readonly unknown[]): Route {
  return { security: 'none', answer };
}

type Asked = Pick<PublicCall, 'exchange' | 'fields' | 'list'>;

/** Returns the request with the helpers that read its fields. */
export function callOn({ exchange, fields, list }: Asked): PublicCall {
  const optionalMarket = () => {
    const id = fields.text('instId');
    if (id === undefined) return undefined;
    const market = exchange.market(wallet, id);
    if (!market) throw refusals.noInstrument();
    return market;
  };
  const market = () => {
    fields.required('instId');
    const found = optionalMarket();
    if (!found) throw refusals.noInstrument();
    return found;
  };
  return { exchange, fields, list, market, optionalMarket };
}

export function routeKey({ method, path }: Pick<RawRequest, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
