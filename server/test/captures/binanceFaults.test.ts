import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capturesFolder, capturesNotice, venueCaptures } from '../support/marketData/captures.ts';
import { type FaultKind, runWithFault } from '../support/marketData/faultRun.ts';
import type { MarketEvent, ScriptedMarket } from '../support/marketData/scriptedMarket.ts';
import { proofOf } from '../support/proof.ts';

const eventCount = 25;

/**
 * Returns one recorded symbol's events after its snapshot, from `from` on, as a separate market.
 */
function slice(path: string, venueSymbol: string, from: number): ScriptedMarket {
  const lines = gunzipSync(readFileSync(path)).toString().trim().split('\n');
  const bids = new Map<number, number>();
  const asks = new Map<number, number>();
  let id = 0;
  const events: MarketEvent[] = [];
  const put = (side: Map<number, number>, levels: readonly (readonly [string, string])[]) => {
    for (const [price, size] of levels) {
      if (Number(size) === 0) side.delete(Number(price));
      else side.set(Number(price), Number(size));
    }
  };
  for (const text of lines) {
    const line = JSON.parse(text);
    if (line.t === 'http' && line.url.includes(`symbol=${venueSymbol}&`)) {
      const body = JSON.parse(line.data);
      put(bids, body.bids);
      put(asks, body.asks);
      id = body.lastUpdateId;
    }
    if (line.t !== 'recv' || !line.data.includes('depthUpdate')) continue;
    const { data } = JSON.parse(line.data);
    if (id > 0 && data.s === venueSymbol && data.u > id) events.push(data);
    if (events.length === from + eventCount) break;
  }
  for (const event of events.slice(0, from)) {
    put(bids, event.b);
    put(asks, event.a);
    id = event.u;
  }
  const isFutures = path.includes('usdm');
  return { name: path, isFutures, start: { id, bids, asks }, events: events.slice(from) };
}

const find = (part: string) => venueCaptures('binance').find((path) => path.includes(part)) ?? '';

describe.skipIf(capturesFolder === undefined)(`faults in recordings${capturesNotice}`, () => {
  const kinds: readonly FaultKind[] = ['none', 'loss', 'duplicate', 'reorder', 'truncate'];
  const expected = {
    none: [],
    duplicate: [],
    loss: ['gap'],
    reorder: ['gap'],
    truncate: ['malformed'],
  };

  it.each([
    ['spot_btcusdt', 'BTCUSDT', 0],
    ['spot_4pairs', 'FTMUSDT', 100],
    ['usdm_btcusdt', 'BTCUSDT', 500],
    ['usdm_5pairs', 'CHRUSDT', 3],
  ])('%s %s after %i events', async (part, venueSymbol, from) => {
    const market = slice(find(part), venueSymbol, from);
    expect(market.events.length).toBe(eventCount);
    const cases = fc.record({
      kind: fc.constantFrom(...kinds),
      at: fc.integer({ min: 1, max: eventCount - 2 }),
      cut: fc.double({ min: 0, max: 0.99, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async (fault) => {
        const book = await runWithFault(market, fault, venueSymbol);
        expect(book.flags).toEqual(expected[fault.kind]);
      }),
      proofOf(15),
    );
  });
});
