import { bybitCollector } from '../../../server/src/trading/venues/bybit/marketData/collector.ts';
import { gateioCollector } from '../../../server/src/trading/venues/gateio/marketData/collector.ts';
import { krakenCollector } from '../../../server/src/trading/venues/kraken/marketData/collector.ts';
import { okxCollector } from '../../../server/src/trading/venues/okx/marketData/collector.ts';
import type { BookCase } from './bookCase.ts';
import { bybitFrames, futuresFrames, gateFrames, okxFrames, spotV2Frames } from './madeUpFrames.ts';
import { type PushedVenue, pushedCase } from './pushed.ts';

const venues: readonly PushedVenue[] = [
  {
    name: 'bybit linear',
    collector: bybitCollector,
    symbol: 'BTC/USDT:USDT',
    recording: {
      part: 'bybit/v5_linear',
      isMine: (text) => text.startsWith('{"topic":"orderbook.200.BTCUSDT"'),
    },
    madeUp: bybitFrames,
    tardis: 'bybit',
    ccxt: { exchange: 'bybit', url: 'wss://stream.bybit.com/v5/public/linear', id: 'BTCUSDT' },
  },
  {
    name: 'okx spot',
    collector: okxCollector,
    symbol: 'BTC/USDT',
    recording: {
      part: 'okx/books_',
      isMine: (text) => text.startsWith('{"arg":{"channel":"books","instId":"BTC-USDT"},"action"'),
    },
    madeUp: okxFrames,
    tardis: 'okex',
    ccxt: {
      exchange: 'okx',
      url: 'wss://ws.okx.com:8443/ws/v5/public',
      id: 'BTC-USDT',
      subscriptions: { 'books:BTC/USDT': {} },
    },
  },
  {
    // Neither peer checks kraken's checksums or okx's of 2022; our book does on every message.
    name: 'kraken spot v1',
    collector: krakenCollector,
    symbol: 'BTC/USD',
    recording: {
      part: 'kraken/spot_v1_book1000',
      isMine: (text) => text.endsWith('"book-1000","XBT/USD"]'),
    },
    tardis: 'kraken',
  },
  {
    name: 'kraken spot v2',
    collector: krakenCollector,
    symbol: 'BTC/USD',
    madeUp: spotV2Frames,
    ccxt: { exchange: 'kraken', url: 'wss://ws.kraken.com/v2', id: 'XBTUSD' },
  },
  {
    name: 'kraken futures',
    collector: krakenCollector,
    symbol: 'ETH/USD:ETH',
    recording: {
      part: 'krakenfutures/futures_',
      isMine: (text) => /"feed":"book(_snapshot)?","product_id":"PI_ETHUSD"/.test(text),
    },
    madeUp: futuresFrames,
    tardis: 'cryptofacilities',
    ccxt: { exchange: 'krakenfutures', url: 'wss://futures.kraken.com/ws/v1', id: 'PI_ETHUSD' },
    toBase: (price, size) => size / price,
  },
  {
    name: 'gate spot',
    collector: gateioCollector,
    symbol: 'BTC/USDT',
    madeUp: gateFrames,
    ccxt: { exchange: 'gate', url: 'wss://api.gateio.ws/ws/v4/', id: 'BTC_USDT' },
  },
];

/** Returns books of the venues that send their own snapshots. */
export async function otherCases(): Promise<BookCase[]> {
  const cases = await Promise.all(venues.map(pushedCase));
  return cases.filter((each) => each !== undefined);
}
