import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { FeedCollector } from '../../shared/collector.ts';
import { krakenStreamHosts } from '../hosts.ts';
import { fromProductId, fromSpotName } from '../symbols.ts';
import { createKrakenFeed } from './feed.ts';
import { readFuturesFrame } from './futures/frames.ts';
import { createV1Reader } from './recorded/v1Reader.ts';
import { createSpotProtocol } from './spot/protocol.ts';

export const krakenCollector: FeedCollector = {
  venue: 'kraken',
  recordedAs: ['kraken', 'krakenfutures'],
  streamHosts: krakenStreamHosts,
  createFeed: createKrakenFeed,
  /** A book needs its snapshot; the frame itself tells its market. */
  symbolsIn(line) {
    if (line.t !== 'recv') return [];
    const symbol = line.data.includes('"book_snapshot"')
      ? futuresSymbol(line.data)
      : spotSymbol(line.data);
    return symbol === undefined ? [] : [symbol];
  },
};

function futuresSymbol(text: string): InstrumentSymbol | undefined {
  const frame = readFuturesFrame(text);
  return frame.kind === 'book' ? fromProductId(frame.key) : undefined;
}

function spotSymbol(text: string): InstrumentSymbol | undefined {
  // Only snapshots are worth reading twice; those of version 1 have `as` and `bs`.
  if (!/"snapshot"|"[ab]s":/.test(text)) return undefined;
  const frame = createSpotProtocol(createV1Reader()).read(text);
  return frame.kind === 'book' && frame.message.isSnapshot ? fromSpotName(frame.key) : undefined;
}
