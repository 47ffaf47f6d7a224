import { krakenFuturesDialect } from '../../../src/trading/venues/kraken/trading/futures/dialect.ts';
import type { TradeRequest } from '../../../src/trading/venues/shared/live/tradeHttp.ts';
import {
  type AnsweredCase,
  type Reading,
  runRecordedResponses,
} from '../../support/ccxt/recordedResponses.ts';
import { futuresMarkets, krakenSecrets, symbolOf } from '../../support/exchanges/kraken/client.ts';

const closedId = 'a0f221cd-f686-4bf8-aae7-dab68c69bffb';

runRecordedResponses({
  folder: 'krakenfutures',
  dialect: krakenFuturesDialect,
  markets: [...futuresMarkets, { id: 'PF_ETHUSD', symbol: 'ETH/USD:USD', amountStep: 0.001 }],
  credentials: krakenSecrets,
  methods: ['fetchOpenOrders', 'fetchClosedOrders', 'fetchCanceledOrders'],
  read,
});

function read({ method, input, description }: AnsweredCase): Reading | string {
  const market = { symbol: symbolOf(String(input[0])), marketType: 'swap' } as const;
  switch (method) {
    case 'fetchOpenOrders':
      return {
        call: {
          orders: (call) => krakenFuturesDialect.openOrders(call, 'swap', market.symbol),
        },
        limitPrice: 50,
      };
    case 'fetchClosedOrders': {
      if (description === 'swap closed order') return 'it shows no order that ended';
      const ref = { ...market, clientId: 'of somebody else', venueOrderId: closedId };
      return {
        call: {
          async orders(call) {
            const state = await krakenFuturesDialect.lookup(call, ref);
            return state ? [state] : [];
          },
        },
        answer: aside,
        limitPrice: 3_003.1,
      };
    }
    case 'fetchCanceledOrders':
      return 'its authors have switched it off: the order in it was placed, and did not end';
    default:
      return 'no call of ours reads it';
  }
}

/** Answers what we request beside the history: the order is gone, but its one fill is listed. */
function aside({ url }: TradeRequest): unknown {
  if (url.includes('/orders/status')) return { result: 'success', orders: [] };
  if (!url.includes('/fills')) return undefined;
  const fill = {
    fill_id: 'b1aa44b2-4f2a-4031-999c-ae1175c91580',
    order_id: closedId,
    symbol: 'PF_ETHUSD',
    side: 'buy',
    size: '0.001',
    price: '3003.1',
    fillType: 'maker',
    fillTime: '2026-01-28T16:36:16.659Z',
  };
  return { result: 'success', fills: [fill] };
}
