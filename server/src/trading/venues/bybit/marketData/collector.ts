import type { FeedCollector } from '../../shared/collector.ts';
import { bybitStreamHosts } from '../hosts.ts';
import { fromVenueSymbol, type MarketName } from '../symbols.ts';
import { createBybitFeed } from './feed.ts';
import { readFrame } from './frames.ts';

export const bybitCollector: FeedCollector = {
  venue: 'bybit',
  recordedAs: ['bybit'],
  streamHosts: bybitStreamHosts,
  createFeed: createBybitFeed,
  /**
   * A book needs its snapshot; the market is that of the connection, as names repeat between
   * markets.
   */
  symbolsIn(line, url) {
    if (line.t !== 'recv' || !line.data.includes('"snapshot"')) return [];
    const frame = readFrame(line.data);
    if (frame.kind !== 'book' || !frame.message.isSnapshot) return [];
    const symbol = fromVenueSymbol(marketOf(url), frame.key);
    return symbol === undefined ? [] : [symbol];
  },
};

function marketOf(url = ''): MarketName {
  if (url.endsWith('/spot')) return 'spot';
  return url.endsWith('/inverse') ? 'inverse' : 'linear';
}
