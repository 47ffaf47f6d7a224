import type { FeedCollector } from '../../shared/collector.ts';
import { hyperliquidStreamHosts } from '../hosts.ts';
import { fromCoin } from '../symbols.ts';
import { createHyperliquidFeed } from './feed.ts';
import { readFrame } from './frames.ts';

export const hyperliquidCollector: FeedCollector = {
  venue: 'hyperliquid',
  recordedAs: ['hyperliquid'],
  streamHosts: hyperliquidStreamHosts,
  createFeed: createHyperliquidFeed,
  symbolsIn(line) {
    if (line.t !== 'recv' || !line.data.includes('l2Book')) return [];
    const frame = readFrame(line.data);
    const symbol = frame.kind === 'book' ? fromCoin(frame.key) : undefined;
    return symbol === undefined ? [] : [symbol];
  },
};
