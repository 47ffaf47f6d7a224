import { binanceCollector } from '../../../server/src/trading/venues/binance/marketData/collector.ts';
import { binanceTraffic } from './binanceFrames.ts';
import type { BookCase } from './bookCase.ts';
import { ourReader } from './ours.ts';
import { ccxtLoader, tardisReader } from './peers.ts';

interface BinanceMarket {
  readonly name: string;
  readonly part: string;
  readonly symbol: string;
  readonly id: string;
  readonly tardis: string;
  readonly url: string;
}

const markets: readonly BinanceMarket[] = [
  {
    name: 'binance spot',
    part: 'spot_btcusdt_20240808',
    symbol: 'BTC/USDT',
    id: 'BTCUSDT',
    tardis: 'binance',
    url: 'wss://stream.binance.com:9443/ws',
  },
  {
    name: 'binance USD-M',
    part: 'usdm_btcusdt_20240808',
    symbol: 'BTC/USDT:USDT',
    id: 'BTCUSDT',
    tardis: 'binance-futures',
    url: 'wss://fstream.binance.com/ws',
  },
  {
    name: 'binance COIN-M',
    part: 'coinm_btcusd_perp_20240808',
    symbol: 'BTC/USD:BTC',
    id: 'BTCUSD_PERP',
    tardis: 'binance-delivery',
    url: 'wss://dstream.binance.com/ws',
  },
];

/** Value of one contract of BTCUSD_PERP in dollars. */
const contractUsd = 100;

/** Returns one book of each of binance's markets. */
export async function binanceCases(): Promise<BookCase[]> {
  const cases: BookCase[] = [];
  for (const market of markets) {
    const isCoin = market.id !== 'BTCUSDT';
    const { source, snapshot, frames } = await binanceTraffic(
      market.part,
      market.tardis !== 'binance',
    );
    if (source === 'made up' && isCoin) continue;
    const stream = `${market.id.toLowerCase()}@depthSnapshot`;
    const copy = () => structuredClone(snapshot);
    cases.push({
      name: market.name,
      source,
      frames,
      ours: () =>
        ourReader({
          collector: binanceCollector,
          symbol: market.symbol,
          document: JSON.stringify(snapshot),
          // The first change confirms the subscription, after which the snapshot is requested.
          before: frames.slice(0, 1),
          isRecording: source === 'recorded',
        }),
      tardis: () => tardisReader(market.tardis, [{ stream, generated: true, data: copy() }]),
      ccxt: await ccxtLoader({
        exchange: 'binance',
        url: market.url,
        id: market.id,
        symbol: market.symbol,
        snapshot: { ...snapshot, nonce: snapshot.lastUpdateId },
        messageOf: ({ data }) => data,
      }),
      ...(isCoin && { toBase: (price: number, size: number) => (size * contractUsd) / price }),
    });
  }
  return cases;
}
