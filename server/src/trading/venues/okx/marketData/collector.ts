import type { FeedCollector } from '../../shared/collector.ts';
import { okxStreamHosts } from '../hosts.ts';
import { fromInstId } from '../symbols.ts';
import { createOkxFeed } from './feed.ts';
import { readFrame } from './frames.ts';

export const okxCollector: FeedCollector = {
  venue: 'okx',
  recordedAs: ['okx'],
  streamHosts: okxStreamHosts,
  createFeed: createOkxFeed,
  symbolsIn(line) {
    if (line.t !== 'recv' || !line.data.includes('"snapshot"')) return [];
    // Message numbers do not matter here: only the symbol of a snapshot is read.
    const frame = readFrame(line.data, () => 0);
    if (frame.kind !== 'book' || !frame.message.isSnapshot) return [];
    const symbol = fromInstId(frame.key);
    return symbol === undefined ? [] : [symbol];
  },
};
