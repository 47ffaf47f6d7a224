import { accessEndpoints, pretradeEndpoints } from '@windlass/contract';
import type { TestAnswer } from '../app/testApp.ts';
import { createOrdersApp, type OrdersApp } from '../orders/app.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The real service, asked about a buy of 0.5 BTC on one paper account by default. */
export interface PretradeApp extends OrdersApp {
  /** Uses the admin key unless another is given; null sends none. */
  post(name: 'analyzeOrder' | 'validatePretrade', fields: Fields, key?: Key): Promise<TestAnswer>;
  liquidity(symbol: string, key?: Key): Promise<TestAnswer>;
  /** Returns the data of a call that must succeed. */
  analyze(fields?: Fields): Promise<TestAnswer['json']>;
  validate(fields?: Fields): Promise<TestAnswer['json']>;
  keyFor(roles: readonly string[], accountIds?: readonly string[]): Promise<string>;
}

type Key = string | null | undefined;

const order = {
  symbol: 'BTC/USDT',
  side: 'buy',
  quantity: 0.5,
  exchange_account_ids: ['paper-binance'],
};

export async function createPretradeApp(
  env: Readonly<Record<string, string>> = {},
): Promise<PretradeApp> {
  const app = await createOrdersApp(env);
  const withKey = (key: Key) => (key === undefined ? {} : { key });
  const post: PretradeApp['post'] = (name, fields, key) => {
    const { method, path: url } = pretradeEndpoints[name];
    return app.ask({ method, url, body: { ...order, ...fields }, ...withKey(key) });
  };
  const data = async (...asked: Parameters<PretradeApp['post']>) => {
    const { status, json } = await post(...asked);
    const isSuccess = status === 200 && json.isError === false && json.statusCode === 200;
    if (!isSuccess) throw new Error(`it was answered ${JSON.stringify(json)}`);
    return json.data;
  };
  return {
    ...app,
    post,
    liquidity(symbol, key) {
      const url = `${pretradeEndpoints.getLiquidity.path}?${new URLSearchParams({ symbol })}`;
      return app.ask({ url, ...withKey(key) });
    },
    analyze: (fields = {}) => data('analyzeOrder', fields),
    validate: (fields = {}) => data('validatePretrade', fields),
    async keyFor(roles, accountIds) {
      const scope = accountIds && { exchange_account_ids: accountIds };
      const body = { name: 'k', roles, paths: ['/**'], ...scope };
      const { path: url } = accessEndpoints.createKey;
      return (await app.ask({ method: 'POST', url, body })).json.data.key;
    },
  };
}

/** Returns a check of a validation by its name. */
export function checkOf(
  validation: { readonly checks: readonly Readonly<Record<string, unknown>>[] },
  name: string,
) {
  return validation.checks.find((each) => each.name === name);
}
