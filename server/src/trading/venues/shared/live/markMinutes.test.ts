import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { CandleQuery, MarkCandle } from '../../perpsPort.ts';
import type { DialectCall } from './dialectCall.ts';
import { failureOf } from './failures.ts';
import { type MinuteSpan, minuteOf, readMinutes } from './markMinutes.ts';

const minuteMs = 60_000;
const nowMs = 1_800_000_000_000 + 30_000;
const current = 1_800_000_000_000;
const call = { client: { milliseconds: () => nowMs } } as unknown as DialectCall;

const query = (fromMs: number, toMs: number): CandleQuery => ({
  symbol: 'BTC/USDT:USDT' as InstrumentSymbol,
  marketType: 'swap',
  fromMs,
  toMs,
});

/** Returns a venue with a candle for every minute, the running one too, listed in any order. */
function venue(pageSize: number, reachMinutes?: number) {
  const asked: MinuteSpan[] = [];
  const list = {
    pageSize,
    ...(reachMinutes !== undefined && { reachMinutes }),
    async ask(span: MinuteSpan) {
      asked.push(span);
      const rows: MarkCandle[] = [];
      for (let openMs = span.firstMs - minuteMs; openMs <= span.lastMs + minuteMs; ) {
        rows.unshift({ openMs, open: openMs, close: openMs });
        openMs += minuteMs;
      }
      return rows;
    },
  };
  return { asked, list };
}

async function read(asked: CandleQuery, pageSize: number, reachMinutes?: number) {
  const { list, asked: spans } = venue(pageSize, reachMinutes);
  const candles = await readMinutes(call, asked, list);
  return { opens: candles.map(({ openMs }) => openMs), spans };
}

describe('minutes of the mark price', () => {
  it('are all that begin within the time, once, oldest first, whatever the pages', async () => {
    const ms = fc.integer({ min: current - 1_000 * minuteMs, max: current + 10 * minuteMs });
    await fc.assert(
      fc.asyncProperty(ms, ms, fc.integer({ min: 1, max: 400 }), async (from, to, pageSize) => {
        const { opens, spans } = await read(query(from, to), pageSize);
        const expected: number[] = [];
        for (let at = current - 1_100 * minuteMs; at < current; at += minuteMs) {
          if (at >= from && at <= to) expected.push(at);
        }
        expect(opens).toEqual(expected);
        for (const { firstMs, lastMs } of spans) {
          expect((lastMs - firstMs) / minuteMs).toBeLessThan(pageSize);
        }
      }),
    );
  });

  it('end before the running one, whose close is none yet', async () => {
    const { opens } = await read(query(current - 2 * minuteMs, nowMs), 10);
    expect(opens).toEqual([current - 2 * minuteMs, current - minuteMs]);
  });

  it('begin where the venue does', async () => {
    const { opens, spans } = await read(query(current - 900 * minuteMs, nowMs), 100, 5);
    expect(opens).toHaveLength(5);
    expect(spans).toHaveLength(1);
    const older = await read(query(current - 90 * minuteMs, current - 80 * minuteMs), 100, 5);
    expect(older).toEqual({ opens: [], spans: [] });
  });

  it('of more than a day are refused before anything is asked', async () => {
    const day = query(current - 1_440 * minuteMs, nowMs);
    expect((await read(day, 500)).opens).toHaveLength(1_440);
    const { asked, list } = venue(500);
    const more = { ...day, fromMs: day.fromMs - minuteMs };
    const error = await readMinutes(call, more, list).catch((thrown: unknown) => thrown);
    expect(failureOf(error, []).kind).toBe('refused');
    expect(asked).toEqual([]);
  });

  it('without a price are left out', () => {
    expect(minuteOf('60000', '1.5', 2)).toEqual({ openMs: 60_000, open: 1.5, close: 2 });
    for (const price of ['', '0', null, undefined, 'NaN']) {
      expect(minuteOf(60_000, price, 2)).toBeUndefined();
      expect(minuteOf(60_000, 2, price)).toBeUndefined();
    }
  });
});
