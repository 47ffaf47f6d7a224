import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { createFakeTransport } from '../../../../../test/support/marketData/fakeTransport.ts';
import { createRecordingBook } from '../../../../../test/support/marketData/recordingBook.ts';
import { silentLogger } from '../../../../../test/support/silentLogger.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { BookMeta } from '../../bookPort.ts';
import { TransportError } from '../../transportPort.ts';
import { createGateioFeed } from './feed.ts';

function setUp() {
  const clock = createManualClock();
  const transport = createFakeTransport();
  const random = createSeededRandom('gate');
  const feed = createGateioFeed({ clock, transport, random, logger: silentLogger });
  const open = (symbol: string, book = createRecordingBook()) => {
    const handle = feed.open(symbol as InstrumentSymbol, book);
    return { book, handle };
  };
  return { clock, transport, feed, open };
}

describe('the feed of gate', () => {
  it.each([
    ['the first answer about its contract', () => undefined],
    ['the next try after a failure', () => new TransportError('timeout')],
    ['its stream', () => '{"quanto_multiplier":"0.0001"}'],
  ])('stopped while a book waits for %s leaves nothing behind', async (_, answer) => {
    const { clock, transport, feed, open } = setUp();
    transport.answer = answer;
    const { handle } = open('BTC/USDT:USDT');
    await clock.advance(0);
    const sockets = transport.sockets.length;
    await feed.stop();
    expect(clock.pending()).toBe(0);
    expect(transport.gets.map(({ signal }) => signal.aborted)).toEqual([true]);
    for (const { resolve } of transport.gets) resolve('{"quanto_multiplier":"0.0001"}');
    await clock.advance(120_000);
    handle.close();
    expect([transport.sockets.length, transport.gets.length]).toEqual([sockets, 1]);
    expect(transport.sockets.every(({ isClosed }) => isClosed)).toBe(true);
  });

  it.each([
    ['tells no time', {}, undefined],
    ['tells seconds', { current: 1_700_000_000.5 }, 1_700_000_000_500],
    ['tells milliseconds', { current: 1_700_000_000_500 }, 1_700_000_000_500],
  ])('takes from a document that %s what it tells', async (_, time, venueTimeMs) => {
    const { clock, transport, open } = setUp();
    const metas: BookMeta[] = [];
    const book = createRecordingBook();
    open('BTC/USD:BTC', {
      ...book,
      snapshot(bids, asks, meta) {
        metas.push(meta);
        return book.snapshot(bids, asks, meta);
      },
    });
    const document = { id: 5, bids: [{ p: '9', s: 1 }], asks: [{ p: '10', s: 1 }], ...time };
    transport.answer = () => JSON.stringify(document);
    transport.sockets[0]?.opened();
    const result = { t: 1_700_000_000_600, s: 'BTC_USD', U: 5, u: 6, b: [], a: [] };
    const channel = 'futures.order_book_update';
    transport.sockets[0]?.frame(JSON.stringify({ channel, event: 'update', result }));
    await clock.advance(0);
    const told = venueTimeMs === undefined ? {} : { venueTimeMs };
    expect(metas).toEqual([{ sequence: 5, ...told }]);
  });
});
