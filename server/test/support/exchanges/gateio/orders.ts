import type { MarketType } from '../../../../src/trading/model/order.ts';
import { gateioDialect } from '../../../../src/trading/venues/gateio/trading/dialect.ts';
import type { OrderRef } from '../../../../src/trading/venues/venuePort.ts';
import { type Answer, gateClient, symbolOf } from './client.ts';

// Orders as the venue has them, and where a look-up finds them.

export const clientId = '0195a5b4c3d27e8f9a0b1c2d3e4f5a6b';
export const text = 't-01imir9guifq7pk2os5kv4umjb';
const symbols: Readonly<Record<MarketType, string>> = {
  spot: 'BTC/USDT',
  swap: 'BTC/USDT:USDT',
  future: 'BTC/USDT:USDT-261225',
};

export function refTo(marketType: MarketType, venueOrderId?: string, name = clientId): OrderRef {
  return { clientId: name, venueOrderId, symbol: symbolOf(symbols[marketType]), marketType };
}

const none = { label: 'ORDER_NOT_FOUND', message: 'Order not found' };

/**
 * Creates a venue with these answers at these addresses; elsewhere lists are empty and orders not
 * found.
 */
export function venueWith(places: Readonly<Record<string, unknown>>): Answer {
  return ({ line }) => {
    const at = Object.keys(places).find((place) => line.startsWith(place));
    if (at !== undefined) return places[at];
    return /orders\/[^/?]+(\?|$)/.test(line) ? none : [];
  };
}

export async function lookUp(places: Readonly<Record<string, unknown>>, ref: OrderRef) {
  const { run, requests, links } = gateClient(venueWith(places));
  const state = await run((call) => gateioDialect.lookup(call, ref));
  return { state, links, lines: requests.map(({ line }) => line) };
}

export const spotOrder = {
  id: '700604309511',
  text,
  create_time: '1729180336',
  update_time: '1729180340',
  create_time_ms: '1729180336718',
  update_time_ms: '1729180340718',
  status: 'open',
  currency_pair: 'BTC_USDT',
  type: 'limit',
  account: 'spot',
  side: 'sell',
  amount: '0.00009',
  price: '69662.3',
  time_in_force: 'gtc',
  left: '0.00009',
  filled_total: '0',
  fee: '0',
  fee_currency: 'USDT',
  point_fee: '0',
  gt_fee: '0',
  finish_as: 'open',
  avg_deal_price: '',
};
export const swapOrder = {
  id: 58_828_270,
  user: 1,
  contract: 'BTC_USDT',
  create_time: 1_729_180_336.5,
  size: -102,
  status: 'finished',
  finish_as: 'ioc',
  finish_time: 1_729_180_337.25,
  left: -2,
  text,
  price: '0',
  tif: 'ioc',
  fill_price: '60000.5',
  tkfr: '0.0005',
  mkfr: '0.0002',
};
export const swapTrades = [
  {
    id: 21,
    create_time: 1_729_180_336.75,
    contract: 'BTC_USDT',
    order_id: '58828270',
    size: -60,
    price: '60001',
    role: 'taker',
    text,
    fee: '0.18',
    point_fee: '0',
  },
  {
    id: 22,
    create_time: 1_729_180_336.8,
    contract: 'BTC_USDT',
    order_id: '58828270',
    size: -40,
    price: '60000',
    role: 'taker',
    text,
    fee: '0.12',
    point_fee: '0',
  },
];
export const spotTrigger = {
  id: 1_283_293,
  user: 1,
  market: 'BTC_USDT',
  ctime: 1_729_180_336,
  ftime: 0,
  trigger: { price: '59000', rule: '<=', expiration: 2_568_853 },
  put: {
    type: 'market',
    side: 'sell',
    price: '59000',
    amount: '0.0102',
    account: 'normal',
    time_in_force: 'ioc',
    text: 'api',
  },
  fired_order_id: 0,
  status: 'open',
  reason: '',
};
export const swapTrigger = {
  id: '2033851588807757824',
  id_string: '2033851588807757824',
  user: 1,
  status: 'open',
  trigger: { strategy_type: 0, price_type: 0, price: '59000.5', rule: 2, expiration: 0 },
  initial: { contract: 'BTC_USDT', size: -102, price: '58900', tif: 'gtc', text },
  trade_id: '0',
  trade_id_string: '',
  reason: '',
  create_time: '1767352659205927',
};
