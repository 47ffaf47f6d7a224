import { expect } from 'vitest';
import { createSeededRandom } from '../../../../src/kit/random.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../../src/trading/model/symbol.ts';
import { createBinanceFeed } from '../../../../src/trading/venues/binance/marketData/feed.ts';
import { createManualClock } from '../../manualClock.ts';
import { createFakeTransport } from '../../marketData/fakeTransport.ts';
import { createRecordingBook } from '../../marketData/recordingBook.ts';
import { silentLogger } from '../../silentLogger.ts';

export function symbol(text: string): InstrumentSymbol {
  const parsed = parseSymbol(text);
  if (!parsed) throw new Error(`${text} is no symbol`);
  return parsed;
}

/** Opens a collector on a transport and a clock that the test controls. */
export function setUp() {
  const clock = createManualClock();
  const transport = createFakeTransport();
  const random = createSeededRandom('feed');
  const feed = createBinanceFeed({ transport, clock, random, logger: silentLogger });
  const socket = (index = 0) => {
    const found = transport.sockets[index];
    if (!found) throw new Error(`no socket ${index}`);
    return found;
  };
  const open = (text: string) => {
    const book = createRecordingBook();
    return { book, handle: feed.open(symbol(text), book) };
  };
  /** Lets time pass on a connection that only pings. */
  const idle = async (ms: number) => {
    for (let left = ms; left > 0; left -= 10_000) {
      for (const each of transport.sockets) each.alive();
      await clock.advance(Math.min(left, 10_000));
    }
  };
  return { clock, transport, feed, socket, open, idle };
}

/** Returns a spot depth document of one level a side. */
export const document = (lastUpdateId: number, bid = '100', ask = '101') =>
  JSON.stringify({ lastUpdateId, bids: [[bid, '1']], asks: [[ask, '1']] });

/** Returns the frame of a spot event. */
export const depth = (U: number, u: number, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    stream: 'btcusdt@depth@100ms',
    data: { e: 'depthUpdate', E: 5, s: 'BTCUSDT', U, u, b: [['99', `${u}`]], a: [], ...more },
  });

/** Opens a spot book that is live at number 10. */
export async function live() {
  const parts = setUp();
  const { book, handle } = parts.open('BTC/USDT');
  parts.socket().opened();
  await parts.clock.advance(0);
  parts.transport.answer = () => document(10);
  parts.socket().frame(JSON.stringify({ result: null, id: 1 }));
  await parts.clock.advance(0);
  expect(book.states).toEqual(['live']);
  return { ...parts, book, handle };
}
