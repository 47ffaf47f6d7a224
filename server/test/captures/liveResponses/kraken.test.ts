import { krakenSpotDialect } from '../../../src/trading/venues/kraken/trading/spot/dialect.ts';
import { isFields } from '../../../src/trading/venues/shared/json.ts';
import { valueAt } from '../../../src/trading/venues/shared/wireFields.ts';
import {
  type AnsweredCase,
  type Reading,
  runRecordedResponses,
} from '../../support/ccxt/recordedResponses.ts';
import {
  clientId,
  krakenOrder,
  krakenSecrets,
  symbolOf,
} from '../../support/exchanges/kraken/client.ts';

const steps = { amountStep: 1e-8, priceStep: 0.01 };

runRecordedResponses({
  folder: 'kraken',
  dialect: krakenSpotDialect,
  markets: [
    { id: 'LTCUSDT', symbol: 'LTC/USDT', ...steps },
    { id: 'ETHUSDT', symbol: 'ETH/USDT', ...steps },
    { id: 'XBTUSDT', symbol: 'BTC/USDT', ...steps },
  ],
  credentials: krakenSecrets,
  // There are no cases of trades and balances.
  methods: ['createOrder', 'fetchOrder', 'fetchOpenOrders', 'fetchClosedOrders'],
  read,
});

function read({ method, input, httpResponse }: AnsweredCase): Reading | string {
  switch (method) {
    case 'createOrder':
      return created(input);
    case 'fetchOpenOrders': {
      const symbol = input[0] === undefined ? undefined : symbolOf(String(input[0]));
      return {
        call: { orders: (call) => krakenSpotDialect.openOrders(call, 'spot', symbol) },
      };
    }
    case 'fetchOrder': {
      const ref = { ...refOf(input[1]), venueOrderId: String(input[0]) };
      // The order says what filled, and the case does not contain its trades.
      const none = { error: [], result: {} };
      return lookedUp(ref, (url) => (url.includes('QueryTrades') ? none : undefined));
    }
    case 'fetchClosedOrders': {
      const closed = ownedBy(clientId, valueAt(httpResponse, 'result', 'closed'));
      const none = { error: [], result: { open: {} } };
      const answer = { error: [], result: { closed } };
      return lookedUp(refOf(input[0]), (url) => (url.includes('OpenOrders') ? none : answer));
    }
    default:
      return 'no call of ours reads it';
  }
}

type Ref = Parameters<typeof krakenSpotDialect.lookup>[1];

function refOf(symbol: unknown): Ref {
  const own = { clientId, venueOrderId: undefined, symbol: symbolOf(String(symbol)) };
  return { ...own, marketType: 'spot' };
}

function lookedUp(ref: Ref, answer: (url: string) => unknown): Reading {
  return {
    call: {
      async orders(call) {
        const state = await krakenSpotDialect.lookup(call, ref);
        return state ? [state] : [];
      },
    },
    answer: ({ url }) => answer(url),
  };
}

/** Orders by the venue's id, under an id of ours: an order without one is not ours. */
function ownedBy(id: string, orders: unknown): object {
  if (!isFields(orders)) throw new Error('The case has no list of orders.');
  return Object.fromEntries(
    Object.entries(orders).map(([venueId, order]) => [
      venueId,
      { ...Object(order), cl_ord_id: id },
    ]),
  );
}

/** The answer names the order; the description of the order is a sentence, which nobody reads. */
function created([symbol, kind, side, amount, price, params]: AnsweredCase['input']): Reading {
  const stop = valueAt(params, 'stopLossPrice');
  const order = krakenOrder({
    marketType: 'spot',
    symbol: symbolOf(String(symbol)),
    quantity: String(amount),
    price: String(price),
    side: side === 'sell' ? 'sell' : 'buy',
    type: stop !== undefined ? 'stop_loss_limit' : kind === 'limit' ? 'limit' : 'market',
    stopPrice: stop === undefined ? undefined : String(stop),
  });
  return {
    call: {
      async ids(call) {
        await krakenSpotDialect.submit(call, order);
        return [call.links.get(order.clientId)?.venueOrderId];
      },
    },
  };
}
