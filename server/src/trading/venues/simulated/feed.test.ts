import { describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../../test/support/manualClock.ts';
import {
  bybitVenue,
  createRecorder,
  type Frame,
  listingOf,
  marketFixture,
  marketStartMs,
  symbolOf,
} from '../../../../test/support/marketData/simulated.ts';
import { simulatedProfiles } from '../registry.ts';
import { createSimulatedBook } from './book.ts';
import { createCadence } from './cadence.ts';
import { createLadder, wholeSide } from './ladder.ts';
import { createPrices } from './prices.ts';

const btcUsdt = symbolOf('BTC/USDT');

/** Runs one book of bybit for a while. */
async function recorded(seed: string, ms: number, symbol = btcUsdt) {
  const fixture = marketFixture({ seed });
  const recorder = createRecorder();
  const open = fixture.market.feeds.get(bybitVenue)?.open(symbol, recorder);
  await fixture.clock.advance(ms);
  return { ...fixture, recorder, open };
}

const kinds = (frames: readonly Frame[]) => frames.map(({ kind }) => kind);

describe('a simulated feed', () => {
  it('sends the same frames for the same seed and times, and others for another seed', async () => {
    const [one, again, other] = await Promise.all([
      recorded('one', 3_000),
      recorded('one', 3_000),
      recorded('other', 3_000),
    ]);
    expect(one.recorder.frames.length).toBeGreaterThan(50);
    expect(again.recorder.frames).toEqual(one.recorder.frames);
    expect(other.recorder.frames).not.toEqual(one.recorder.frames);
  });

  it('opens after a moment with a full snapshot, then sends changes', async () => {
    const { recorder, clock } = await recorded('open', 4);
    expect(recorder.frames).toEqual([]);
    await clock.advance(2_000);
    expect(kinds(recorder.frames.slice(0, 1))).toEqual(['snapshot']);
    expect(kinds(recorder.frames.slice(1))).not.toContain('snapshot');
    const [first] = recorder.frames;
    if (first?.kind !== 'snapshot') throw new Error('expected a snapshot first');
    expect(first.bids.length).toBeGreaterThanOrEqual(100);
    expect(first.asks.length).toBeGreaterThanOrEqual(100);
    expect(first.meta.venueTimeMs).toBeLessThan(clock.now() - 2_000);
  });

  it('adds up to the pure book of the moment it was due, however late its timer ran', async () => {
    const clock = createManualClock(marketStartMs);
    const late: ManualClock = { ...clock, schedule: (ms, task) => clock.schedule(ms + 9, task) };
    const { market } = marketFixture({ seed: 'sum', clock: late });
    const recorder = createRecorder();
    market.feeds.get(bybitVenue)?.open(btcUsdt, recorder);
    await clock.advance(20_000);
    const listing = listingOf('bybit', btcUsdt);
    const cadence = createCadence('sum', listing);
    const ladder = createLadder();
    const direct = createSimulatedBook('sum', listing, createPrices('sum'));
    direct.write(cadence.timeOf(recorder.sequences.at(-1) ?? 0), ladder);
    expect(recorder.bids).toEqual(new Map(wholeSide(ladder.bids, listing)));
    expect(recorder.asks).toEqual(new Map(wholeSide(ladder.asks, listing)));
    expect(recorder.frames.length).toBeGreaterThan(400);
  });

  it('updates every book at the rate of its venue', async () => {
    const { market, clock } = marketFixture();
    const recorders = simulatedProfiles.map((profile) => {
      const recorder = createRecorder();
      const symbol = symbolOf(profile.venue === 'hyperliquid' ? 'BTC/USDC:USDC' : 'BTC/USDT');
      market.feeds.get(profile.venue)?.open(symbol, recorder);
      return { profile, recorder };
    });
    await clock.advance(30_000);
    for (const { profile, recorder } of recorders) {
      const perSec = (recorder.frames.length - 1) / 30;
      expect(perSec / profile.updatesPerSec, profile.venue).toBeGreaterThan(0.9);
      expect(perSec / profile.updatesPerSec, profile.venue).toBeLessThan(1.1);
    }
    await Promise.all([...market.feeds.values()].map((feed) => feed.stop()));
    expect(clock.pending()).toBe(0);
  });

  it('numbers its updates upwards, also after closing and opening again', async () => {
    const { recorder, clock, open, market } = await recorded('numbers', 2_000);
    open?.close();
    open?.close();
    const before = recorder.frames.length;
    await clock.advance(500);
    expect(recorder.frames.length).toBe(before);
    market.feeds.get(bybitVenue)?.open(btcUsdt, recorder);
    await clock.advance(1_000);
    expect(kinds(recorder.frames.slice(before, before + 1))).toEqual(['snapshot']);
    const { sequences } = recorder;
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    expect(sequences.length).toBeGreaterThan(60);
  });

  it('proves itself alive when nothing changed', async () => {
    const { recorder } = await recorded('quiet', 60_000, symbolOf('LINK/USDT'));
    const alive = recorder.frames.filter(({ kind }) => kind === 'alive').length;
    expect(alive).toBeGreaterThan(0);
    for (const frame of recorder.frames) {
      if (frame.kind === 'update') expect(frame.bids.length + frame.asks.length).toBeGreaterThan(0);
    }
  });

  it('sends a snapshot after an update that the book refused', async () => {
    const { recorder, clock } = await recorded('refused', 1_000);
    recorder.refuseOnce();
    const before = recorder.frames.length;
    await clock.advance(300);
    expect(kinds(recorder.frames.slice(before, before + 3))).toEqual([
      'update',
      'snapshot',
      'update',
    ]);
  });

  it('passes over what it missed while the process was busy', async () => {
    let marketMs = marketStartMs;
    const { market, clock } = marketFixture({ timeline: { marketNow: () => marketMs } });
    const recorder = createRecorder();
    market.feeds.get(bybitVenue)?.open(btcUsdt, recorder);
    await clock.advance(50);
    marketMs += 10_000;
    await clock.advance(100);
    const [first = 0, second = 0, ...others] = recorder.sequences;
    expect(second - first).toBe(280);
    expect(others).toEqual([]);
  });

  it('lists what its venue quotes and fails what it does not', async () => {
    const { market, clock } = marketFixture();
    const feed = market.feeds.get(bybitVenue);
    expect(feed?.lists(btcUsdt)).toBe('yes');
    expect(feed?.lists(symbolOf('BTC/EUR'))).toBe('no');
    const recorder = createRecorder();
    feed?.open(symbolOf('BTC/EUR'), recorder);
    expect(recorder.frames).toEqual([]);
    await clock.advance(100);
    expect(recorder.frames).toEqual([{ kind: 'failed', reason: 'bybit does not list BTC/EUR' }]);
  });
});
