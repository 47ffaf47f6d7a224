import type { Fields } from '../../../shared/json.ts';
import type { CcxtClient, CcxtOrder } from '../../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { type EncodedRequest, encodeRequest } from '../../../shared/live/encodeRequest.ts';
import { fieldsIn, recordIn } from '../marginTypes.ts';
import {
  type ConditionalById,
  type ConditionalCreate,
  conditionalCancel,
  conditionalCreate,
  conditionalOrder,
  openConditionals,
  type Pooled,
} from './endpoints.ts';

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
      const answer = await conditionalCancel(client, conditionalName(id, params));
      return client.parseOrder(recordIn(answer), client.market(symbol));
    },
    async fetchOrder(id, symbol, params) {
      if (!isAsleep(symbol, params)) return client.fetchOrder(id, symbol, pooled(params));
      const answer = await conditionalOrder(client, conditionalName(id, params));
      return client.parseOrder(recordIn(answer), client.market(symbol));
    },
    async fetchOpenOrders(...list) {
      const [symbol, since, limit, params] = list;
      const isAlgo = params.trigger === true && params.subType === 'linear';
      if (!isAlgo) return client.fetchOpenOrders(symbol, since, limit, pooled(params));
      const answer = await openConditionals(client, {
        symbol: symbol === undefined ? undefined : client.market(symbol).id,
      });
      return fieldsIn(answer).map((row) => client.parseOrder(row, undefined));
    },
    fetchMyTrades(...list) {
      const [symbol, since, limit, params] = list;
      return client.fetchMyTrades(symbol, since, limit, pooled(params));
    },
    request(...asked) {
      const [path, api, method, params] = asked;
      const isHistory = path === 'allAlgoOrders' && api === 'fapiPrivate';
      return isHistory
        ? client.request('um/algo/allAlgoOrders', 'papi', method, params)
        : client.request(path, api, method, params);
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
  asked: ConditionalCreate,
): Promise<CcxtOrder> {
  const answer = await conditionalCreate(client, asked);
  return client.parseOrder(recordIn(answer), client.market(symbol));
}

/** Returns a request of ccxt's with the field that sends it to papi. */
function pooled(params: Fields): EncodedRequest {
  return encodeRequest<Fields & Pooled>({ ...params, portfolioMargin: true });
}

function conditionalName(id: string | undefined, { clientAlgoId }: Fields): ConditionalById {
  return clientAlgoId === undefined ? { algoId: id } : { clientAlgoId: String(clientAlgoId) };
}
