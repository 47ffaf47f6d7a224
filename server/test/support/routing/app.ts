import { orderEndpoints, routingEndpoints } from '@windlass/contract';
import type { TestAnswer } from '../app/testApp.ts';
import { createOrdersApp, type OrdersApp } from '../orders/app.ts';

type Name = keyof typeof routingEndpoints;
type Fields = Readonly<Record<string, unknown>>;

/** The real service, called by the names of the router's endpoints. */
export interface RoutingApp extends OrdersApp {
  /** Fields go into the path, the query or the body. Uses the admin key unless another is given. */
  send(name: Name, fields?: Fields, key?: string | null): Promise<TestAnswer>;
  /** The same for a call that must succeed; a failed plan is returned with its results. */
  data(name: Name, fields?: Fields): Promise<TestAnswer['json']>;
  /** Returns everything that orders of accounts would have left behind. */
  traces(accountIds: readonly string[]): Promise<unknown>;
}

export async function createRoutingApp(
  ...options: Parameters<typeof createOrdersApp>
): Promise<RoutingApp> {
  const test = await createOrdersApp(...options);
  const send = (name: Name, fields: Fields = {}, key?: string | null) => {
    const { method, path } = routingEndpoints[name];
    const own = key === undefined ? {} : { key };
    if (method !== 'GET') return test.ask({ method, url: path, body: fields, ...own });
    const query = new URLSearchParams();
    for (const [field, value] of Object.entries(fields)) query.set(field, String(value));
    const url = path.replace(':plan_id', encodeURIComponent(String(fields.plan_id)));
    return test.ask({ url: name === 'getRoutePlan' ? url : `${url}?${query}`, ...own });
  };
  const read = async (path: string, query: Readonly<Record<string, string>>) => {
    const { status, json } = await test.ask({ url: `${path}?${new URLSearchParams(query)}` });
    return [status, json.data];
  };
  return {
    ...test,
    send,
    async data(name, fields = {}) {
      const { status, json } = await send(name, fields);
      if (status !== 200 && json.data?.error !== 'PLAN_FAILED')
        throw new Error(`${name} answered ${JSON.stringify(json)}`);
      return json.data;
    },
    traces: (accountIds) =>
      Promise.all(
        accountIds.map(async (exchange_account_id) => [
          await read(orderEndpoints.getDailyLimit.path, { exchange_account_id }),
          await read(orderEndpoints.listOpenOrders.path, { exchange_account_id }),
          await read(orderEndpoints.getBalance.path, { exchange_account_id }),
          await read(orderEndpoints.getBalance.path, { exchange_account_id, market_type: 'swap' }),
        ]),
      ),
  };
}
