import { describe, expect, it } from 'vitest';
import { venueOf } from '../../../../../test/support/accounts/fixture.ts';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import type { AccountId } from '../../../model/account.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { productionOf } from '../../../model/venuePlace.ts';
import { VenueUnavailableError } from '../../../model/venueUnavailableError.ts';
import type { MarkCandle } from '../../../venues/perpsPort.ts';
import type { MarksSave, StoredMarks } from '../../types.ts';
import { createCandles } from './candles.ts';
import { marksFrom } from './interpolate.ts';

const startMs = 1_700_000_040_000;
const btc = 'BTC/USDT:USDT' as InstrumentSymbol;
const eth = 'ETH/USDT:USDT' as InstrumentSymbol;
const none = undefined;

/** Returns the candle of the minute with this number: it opens there and closes at the next. */
const candle = (minute: number): MarkCandle => ({
  openMs: minute * 60_000,
  open: minute,
  close: minute + 1,
});

describe('marks from candles', () => {
  it('lie on the line from open to close, at the horizons that minutes can tell', () => {
    const candles = [candle(10), candle(11), candle(15)];
    expect(marksFrom(candles, 630_000)).toEqual([none, none, none, none, 11.5, 15.5]);
    expect(marksFrom(candles, 600_000)).toEqual([none, none, none, none, 11, 15]);
    expect(marksFrom(candles, 660_000)).toEqual([none, none, none, none, none, none]);
    expect(marksFrom([], 660_000)).toEqual(Array.from({ length: 6 }));
  });
});

function fillAt(venueTradeId: string, agoMs: number, changes: Partial<StoredMarks> = {}) {
  const key = { accountId: 'desk' as AccountId, marketType: 'swap', symbol: btc } as const;
  const seen = { halfSpread: none, source: none, markAgeMs: none, markMissing: none };
  const usd = { quoteUsd: none, feeUsd: none, ...seen };
  return { ...key, ...usd, venueTradeId, atMs: startMs - agoMs, marks: [], ...changes };
}

function setUp(fills: readonly StoredMarks[]) {
  const clock = createManualClock(startMs);
  const saved = new Map<string, MarksSave>();
  const asked: string[] = [];
  const events: string[] = [];
  const venue = {
    answer: (symbol: string): readonly MarkCandle[] | undefined => (symbol ? [] : none),
  };
  const candles = createCandles({
    store: {
      unknownMarks: async ({ except, limit }) =>
        fills
          .filter(
            ({ venueTradeId, symbol }) => !saved.has(venueTradeId) && !except.includes(symbol),
          )
          .sort((a, b) => b.atMs - a.atMs)
          .slice(0, limit),
      async saveMarks(saves) {
        for (const save of saves) saved.set(save.venueTradeId, save);
      },
    },
    async markCandles({ symbol }, { fromMs, toMs }) {
      asked.push(`${symbol} ${(startMs - fromMs) / 60_000} ${(startMs - toMs) / 60_000}`);
      return venue.answer(symbol);
    },
    marketOf: async ({ symbol, marketType, accountId }) => ({
      ...productionOf(venueOf(accountId === 'desk' ? 'okx' : 'bybit')),
      mode: 'live',
      symbol,
      marketType,
    }),
    clock,
    observe: {
      candlesFailed: (market) => events.push(`failed ${market?.symbol}`),
      candlesRead: (_market, count) => events.push(`read ${count}`),
    },
  });
  candles.start();
  return { clock, candles, saved, asked, events, venue };
}

describe('completing fills from candles', () => {
  it('asks once for the fills of a market that are near one another, the newest first', async () => {
    const minutes = (count: number) => count * 60_000;
    const { clock, candles, saved, asked, venue } = setUp([
      fillAt('young', minutes(3)),
      fillAt('a', minutes(10)),
      fillAt('b', minutes(60)),
      fillAt('far', minutes(500)),
      fillAt('eth', minutes(20), { symbol: eth }),
      fillAt('elsewhere', minutes(11), { accountId: 'other' as AccountId }),
    ]);
    const minute = startMs / 60_000;
    venue.answer = () => [candle(minute - 10), candle(minute - 5)];
    await clock.advance(15_000);
    expect(asked).toEqual([`${btc} 60 5`]);
    const looked = { source: 'candles', marks: Array.from({ length: 6 }) };
    expect(saved.get('a')).toMatchObject({
      source: 'candles',
      // The line of the fill's own minute depends on what came after the fill.
      marks: [none, none, none, none, none, minute - 5],
      markMissing: 'late',
    });
    expect(saved.get('b')).toMatchObject(looked);
    await clock.advance(60_000);
    expect(asked.slice(1)).toEqual([`${btc} 11 6`, `${eth} 20 15`, `${btc} 500 495`]);
    expect(saved.has('young')).toBe(false);
    await candles.stop();
    expect(clock.pending()).toBe(0);
  });

  it('asks a venue that keeps none once for each fill', async () => {
    const { clock, saved, asked, venue, events } = setUp([fillAt('a', 900_000)]);
    venue.answer = () => undefined;
    await clock.advance(60_000);
    expect(asked).toHaveLength(1);
    expect(saved.get('a')).toMatchObject({ source: 'candles' });
    expect(events).toEqual(['read 0']);
  });

  it('leaves a market alone for a while when its venue does not answer', async () => {
    const fills = [fillAt('a', 900_000), fillAt('e', 950_000, { symbol: eth })];
    const { clock, saved, asked, venue, events } = setUp(fills);
    venue.answer = (symbol) => {
      if (symbol === btc) throw new VenueUnavailableError('down');
      return [];
    };
    await clock.advance(300_000);
    expect(events).toEqual([`failed ${btc}`, 'read 0']);
    expect([...saved.keys()]).toEqual(['e']);
    venue.answer = () => [];
    await clock.advance(400_000);
    expect(saved.has('a')).toBe(true);
    expect(asked).toHaveLength(3);
  });
});
