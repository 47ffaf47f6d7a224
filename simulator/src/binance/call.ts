import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import type { Account } from '../exchange/records.ts';
import type { RawRequest } from '../http/request.ts';
import type { Parameters } from './parameters.ts';
import type { Settings } from './settings.ts';

/** The exchange's three APIs. An account has a wallet in each. */
export type Wallet = 'spot' | 'usdm' | 'coinm';

/** A request that was understood. */
export interface PublicCall {
  readonly exchange: Exchange;
  readonly wallet: Wallet;
  readonly parameters: Parameters;
  /** Returns the market of `symbol`; throws a refusal when there is none. */
  market(): Market;
  /** Returns undefined when `symbol` was not sent. */
  optionalMarket(): Market | undefined;
}

export interface Call extends PublicCall {
  readonly account: Account;
  readonly settings: Settings;
}

/** A route that is open to everybody, needs an account's API key, or needs a signature. */
export type Route =
  | { readonly security: 'none'; readonly answer: (call: PublicCall) => unknown }
  | { readonly security: 'key'; readonly answer: (call: Call) => unknown }
  | {
      readonly security: 'signed';
      readonly answer: (call: Call) => unknown;
      /** True when the request counts towards the limit of orders. */
      readonly isOrder?: boolean;
      /**
       * All parameters that may be sent; others are refused. Any may be sent when this is absent.
       */
      readonly parameters?: readonly string[];
    };

/** Routes by method and path. */
export type Routes = Readonly<Record<string, Route>>;

export type Answering = (call: Call) => unknown;

export function signed(answer: Answering): Route {
  return { security: 'signed', answer };
}

export function open(answer: (call: PublicCall) => unknown): Route {
  return { security: 'none', answer };
}

export function routeKey({ method, path }: Pick<RawRequest, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
