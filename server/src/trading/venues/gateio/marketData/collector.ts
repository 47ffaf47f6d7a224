import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { FeedCollector } from '../../shared/collector.ts';
import { gateioStreamHosts } from '../hosts.ts';
import { fromVenueSymbol, type MarketName } from '../symbols.ts';
import { createGateioFeed } from './feed.ts';
import { readFrame } from './frames.ts';

export const gateioCollector: FeedCollector = {
  venue: 'gateio',
  recordedAs: ['gateio', 'gate'],
  streamHosts: gateioStreamHosts,
  createFeed: createGateioFeed,
  /** A book needs its snapshot: a full frame, or the document that older streams continue. */
  symbolsIn(line, url) {
    if (line.t === 'http') return listOf(symbolOfDocument(new URL(line.url)));
    if (line.t !== 'recv' || !line.data.includes('"full"')) return [];
    const frame = readFrame(line.data);
    if (frame.kind !== 'book' || frame.message.kind !== 'full') return [];
    return listOf(fromVenueSymbol(marketOf(url), frame.key));
  },
};

function listOf(symbol: InstrumentSymbol | undefined): readonly InstrumentSymbol[] {
  return symbol === undefined ? [] : [symbol];
}

function symbolOfDocument({ pathname, searchParams }: URL): InstrumentSymbol | undefined {
  if (!pathname.endsWith('/order_book')) return undefined;
  const pair = searchParams.get('currency_pair') ?? searchParams.get('contract');
  if (pair === null) return undefined;
  return fromVenueSymbol(pathname.includes('/spot/') ? 'spot' : futuresOf(pathname), pair);
}

function marketOf(url = ''): MarketName {
  return /\/\/(fx-ws|ws-testnet)/.test(url) ? futuresOf(url) : 'spot';
}

function futuresOf(address: string): MarketName {
  return /\/btc(\/|$)/.test(address) ? 'btc' : 'usdt';
}
