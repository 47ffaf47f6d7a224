import type { Fields } from '../../../shared/json.ts';
import type { CcxtClient, CcxtOrder } from '../../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { listAt, recordAt, recordIn } from '../houses.ts';

const api = 'papi';
/** Conditional orders of this kind of account: ccxt still uses addresses that no longer exist. */
const algo = 'um/algo';

/**
 * Returns the call of a portfolio-margin account. Requests for the usual endpoints of USD-margined
 * contracts go to papi, so that one dialect serves both kinds of accounts.
 */
export function portfolioCall(call: DialectCall): DialectCall {
  return { ...call, client: portfolioClient(call) };
}

function portfolioClient(call: DialectCall): CcxtClient {
  const { client } = call;
  const isAsleep = (symbol: string, { trigger }: Fields): boolean =>
    trigger === true && client.market(symbol).inverse !== true;
  return {
    createOrder(...order) {
      const [symbol, type, side, amount, price, params] = order;
      return client.createOrder(symbol, type, side, amount, price, pooled(params));
    },
    async cancelOrder(id, symbol, params) {
      if (!isAsleep(symbol, params)) return client.cancelOrder(id, symbol, pooled(params));
      const asked = conditionalName(id, params);
      const answer = await client.request(`${algo}/order`, api, 'DELETE', asked);
      return client.parseOrder(recordIn(answer), client.market(symbol));
    },
    async fetchOrder(id, symbol, params) {
      if (!isAsleep(symbol, params)) return client.fetchOrder(id, symbol, pooled(params));
      const asked = conditionalName(id, params);
      const row = await recordAt(call, { path: `${algo}/algoOrder`, api }, asked);
      return client.parseOrder(row, client.market(symbol));
    },
    async fetchOpenOrders(...list) {
      const [symbol, since, limit, params] = list;
      const isAlgo = params.trigger === true && params.subType === 'linear';
      if (!isAlgo) return client.fetchOpenOrders(symbol, since, limit, pooled(params));
      const asked = symbol === undefined ? {} : { symbol: client.market(symbol).id };
      const rows = await listAt(call, { path: `${algo}/openAlgoOrders`, api }, asked);
      return rows.map((row) => client.parseOrder(row, undefined));
    },
    fetchMyTrades(...list) {
      const [symbol, since, limit, params] = list;
      return client.fetchMyTrades(symbol, since, limit, pooled(params));
    },
    request(...asked) {
      const [path, house, method, params] = asked;
      const isHistory = path === 'allAlgoOrders' && house === 'fapiPrivate';
      return isHistory
        ? client.request(`${algo}/allAlgoOrders`, api, method, params)
        : client.request(path, house, method, params);
    },
    fetchBalance: (params) => client.fetchBalance(pooled(params)),
    market: (symbol) => client.market(symbol),
    apiKey: client.apiKey,
    milliseconds: () => client.milliseconds(),
    latestMilliseconds: () => client.latestMilliseconds(),
    parseOrder: (order, market) => client.parseOrder(order, market),
  };
}

/**
 * Sends a conditional order; ccxt's own method would send it to an address that no longer exists.
 */
export async function placeConditional(
  { client }: DialectCall,
  symbol: string,
  asked: Fields,
): Promise<CcxtOrder> {
  const answer = await client.request(`${algo}/order`, api, 'POST', asked);
  return client.parseOrder(recordIn(answer), client.market(symbol));
}

function pooled(params: Fields): Fields {
  return { ...params, portfolioMargin: true };
}

function conditionalName(id: string | undefined, { clientAlgoId }: Fields): Fields {
  return clientAlgoId === undefined ? { algoId: id } : { clientAlgoId };
}
