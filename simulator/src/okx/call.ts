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
  /** Of the query, or of the body where there is one. */
  readonly fields: Fields;
  /** Each of a body that is a list. */
  readonly list: readonly Fields[];
  /** The market of `instId`; refused when there is none. */
  market(): Market;
  /** Undefined when `instId` was not sent. */
  optionalMarket(): Market | undefined;
}

export interface Call extends PublicCall {
  readonly account: Account;
  readonly margins: Margins;
}

/** What is told of an order that was refused, in what it is asked for. */
export type Shape = 'order' | 'algo';

/** Who may call: anybody, or who signed. The answer is the data of the envelope. */
export type Route =
  | { readonly security: 'none'; readonly answer: (call: PublicCall) => readonly unknown[] }
  | {
      readonly security: 'signed';
      readonly answer: (call: Call) => readonly unknown[];
      /** Of an order: its refusals come within the data, and its answer tells how long it took. */
      readonly shape?: Shape;
      /** Whether `expTime` is looked at. */
      readonly hasDeadline?: boolean;
    };

/** By method and path. */
export type Routes = Readonly<Record<string, Route>>;

export function signed(answer: (call: Call) => readonly unknown[]): Route {
  return { security: 'signed', answer };
}

export function open(answer: (call: PublicCall) => readonly unknown[]): Route {
  return { security: 'none', answer };
}

type Asked = Pick<PublicCall, 'exchange' | 'fields' | 'list'>;

/** A request about what some fields say. */
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
