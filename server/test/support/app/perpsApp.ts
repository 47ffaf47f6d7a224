import {
  orderEndpoints,
  perpEndpoints,
  portfolioMarginEndpoints,
  walletEndpoints,
} from '@windlass/contract';
import { createOrdersApp, type OrdersApp } from '../orders/app.ts';
import type { TestAnswer } from './testApp.ts';

const endpoints = {
  ...perpEndpoints,
  ...walletEndpoints,
  ...portfolioMarginEndpoints,
  getBalance: orderEndpoints.getBalance,
} as const;

type Name = keyof typeof endpoints;
type Fields = Readonly<Record<string, unknown>>;

/** The real service, called by the names of its endpoints. */
export interface PerpsApp extends OrdersApp {
  /** Fields go into the query or the body. Uses the admin key unless another is given. */
  send(name: Name, fields?: Fields, key?: string | null): Promise<TestAnswer>;
  /** The same for a call that must succeed. */
  data(name: Name, fields?: Fields): Promise<TestAnswer['json']>;
  /** Sends a market order of 0.01 BTC in the perpetual of the account, a buy by default. */
  trade(fields: Fields): Promise<TestAnswer['json']>;
  /** Returns everything of an account, to see that nothing moved. */
  everything(accountId: string, symbol: string): Promise<unknown>;
}

export async function createPerpsApp(
  ...options: Parameters<typeof createOrdersApp>
): Promise<PerpsApp> {
  const test = await createOrdersApp(...options);
  const send = (name: Name, fields: Fields = {}, key?: string | null) => {
    const { method, path } = endpoints[name];
    const own = key === undefined ? {} : { key };
    if (method !== 'GET') return test.ask({ method, url: path, body: fields, ...own });
    const query = new URLSearchParams();
    for (const [field, value] of Object.entries(fields)) query.set(field, String(value));
    return test.ask({ url: `${path}?${query}`, ...own });
  };
  const data = async (name: Name, fields: Fields = {}) => {
    const { status, json } = await send(name, fields);
    if (status !== 200) throw new Error(`${name} answered ${JSON.stringify(json)}`);
    return json.data;
  };
  return {
    ...test,
    send,
    data,
    async trade(fields) {
      const order = { order_type: 'market', price: null, ...fields };
      const { status, json } = await test.submit(order);
      if (status !== 200) throw new Error(`the order was answered ${JSON.stringify(json)}`);
      return json.data;
    },
    async everything(accountId, symbol) {
      const account = { exchange_account_id: accountId };
      const [spot, swap, { positions }, funding, realized] = await Promise.all([
        data('getBalance', { ...account, market_type: 'spot' }),
        data('getBalance', { ...account, market_type: 'swap' }),
        data('listPositions', account),
        data('getFundingHistory', account),
        data('getRealizedPnl', account),
      ]);
      const { leverage, margin_mode } = await data('getLeverage', { ...account, symbol });
      // The rest of a position changes with the market.
      const held = positions.map(({ symbol: of, contracts, collateral, ...rest }: Fields) => [
        of,
        contracts,
        collateral,
        rest.entry_price,
        rest.timestamp,
      ]);
      return { spot, swap, held, funding, realized, leverage, margin_mode };
    },
  };
}
