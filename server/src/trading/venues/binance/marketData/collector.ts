import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { CaptureLine } from '../../shared/captureFile.ts';
import type { FeedCollector } from '../../shared/collector.ts';
import { binanceStreamHosts } from '../hosts.ts';
import { fromVenueSymbol, type MarketName } from '../symbols.ts';
import { createBinanceFeed } from './feed.ts';

export const binanceCollector: FeedCollector = {
  venue: 'binance',
  recordedAs: ['binance'],
  streamHosts: binanceStreamHosts,
  createFeed: createBinanceFeed,
  symbolsIn: snapshotSymbols,
};

/**
 * Returns the symbols of a line. A book needs its snapshot, so the depth documents of a recording
 * name its symbols.
 */
function snapshotSymbols(line: CaptureLine): readonly InstrumentSymbol[] {
  if (line.t !== 'http') return [];
  const url = new URL(line.url);
  const venueSymbol = url.searchParams.get('symbol');
  if (venueSymbol === null || !url.pathname.endsWith('/depth')) return [];
  const symbol = fromVenueSymbol(marketOf(url.pathname), venueSymbol);
  return symbol === undefined ? [] : [symbol];
}

/** `/fapi` and `/dapi` are futures; `/api` is spot, under whichever host it was requested. */
function marketOf(pathname: string): MarketName {
  if (pathname.startsWith('/fapi/')) return 'usdm';
  return pathname.startsWith('/dapi/') ? 'coinm' : 'spot';
}
