import { accessEndpoints, algorithmEndpoints } from '@windlass/contract';
import type { TestAnswer } from '../app/testApp.ts';
import { createOrdersApp, type OrdersApp } from '../orders/app.ts';

type Name = keyof typeof algorithmEndpoints;
type Fields = Readonly<Record<string, unknown>>;

/** Calls by the names of the endpoints of algorithms. */
export interface AlgorithmCalls {
  /** Fields go into the path, the query or the body. Uses the admin key unless another is given. */
  send(name: Name, fields?: Fields, key?: string | null): Promise<TestAnswer>;
  /** The same for a call that must succeed. */
  data(name: Name, fields?: Fields, key?: string): Promise<TestAnswer['json']>;
}

/** The real service with these calls. */
export interface AlgorithmsApp extends OrdersApp, AlgorithmCalls {
  /** Returns a key of these roles that reaches all accounts, or only these. */
  keyOf(roles: readonly string[], accountIds?: readonly string[]): Promise<string>;
}

export async function createAlgorithmsApp(
  ...options: Parameters<typeof createOrdersApp>
): Promise<AlgorithmsApp> {
  const test = await createOrdersApp(...options);
  return {
    ...test,
    ...algorithmCalls(test.ask),
    async keyOf(roles, accountIds) {
      const scope = accountIds && { exchange_account_ids: accountIds };
      const body = { name: 'a key', roles, paths: ['/**'], ...scope };
      const { method, path: url } = accessEndpoints.createKey;
      return (await test.ask({ method, url, body })).json.data.key;
    },
  };
}

export function algorithmCalls(ask: OrdersApp['ask']): AlgorithmCalls {
  const send: AlgorithmCalls['send'] = (name, fields = {}, key) => {
    const { method, path } = algorithmEndpoints[name];
    const own = key === undefined ? {} : { key };
    if (name === 'startAlgorithm') return ask({ method, url: path, body: fields, ...own });
    const url = path.replace(':order_id', encodeURIComponent(String(fields.order_id)));
    if (name !== 'listAlgorithms') return ask({ method, url, ...own });
    const query = new URLSearchParams();
    for (const [field, value] of Object.entries(fields)) query.set(field, String(value));
    return ask({ method, url: `${url}?${query}`, ...own });
  };
  return {
    send,
    async data(name, fields, key) {
      const { status, json } = await send(name, fields, key);
      if (status !== 200) throw new Error(`${name} answered ${JSON.stringify(json)}`);
      return json.data;
    },
  };
}
