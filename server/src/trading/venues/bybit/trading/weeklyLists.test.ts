import { describe, expect, it } from 'vitest';
import {
  list,
  ok,
  openBybit,
  type SentToBybit,
} from '../../../../../test/support/exchanges/bybit/client.ts';
import type { LedgerQuery } from '../../perpsPort.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { bybitErrors } from './errors.ts';
import { bybitPerps } from './perps.ts';

const path = '/v5/account/transaction-log';
const dayMs = 86_400_000;
const nowMs = 1_700_000_000_000;

const payment = (atMs: number, id: number) => ({
  symbol: 'BTCUSDT',
  funding: '-0.5',
  type: 'SETTLEMENT',
  currency: 'USDT',
  category: 'linear',
  id: String(id),
  transactionTime: String(atMs),
});

/**
 * Creates an exchange with a payment at each of these times, which keeps to its windows and pages.
 */
function exchange(times: readonly number[]) {
  const answer = ({ fields }: SentToBybit) => {
    const [from, to, limit] = [fields.startTime, fields.endTime, fields.limit].map(Number);
    if (from === undefined || to === undefined || limit === undefined) throw new Error('no window');
    if (to - from > 7 * dayMs || to < from) throw new Error(`a window of ${to - from} ms`);
    const all = times
      .map((at, id) => payment(at, id))
      .filter((_, id) => (times[id] ?? 0) >= from && (times[id] ?? 0) <= to)
      .reverse();
    const start = Number(fields.cursor ?? 0);
    const shown = all.slice(start, start + limit);
    return ok({ list: shown, nextPageCursor: String(start + limit) });
  };
  const venue = openBybit({ [path]: [answer] });
  const ask = async (changes: Partial<LedgerQuery>) => {
    const query = { marketType: 'swap', symbol: undefined, sinceMs: undefined, limit: 10 } as const;
    const found = await venue.ask((call) =>
      bybitPerps.fundingPayments(call, { ...query, ...changes }),
    );
    return found.map(({ atMs }) => atMs).sort((a, b) => a - b);
  };
  return { venue, ask };
}

/** Every eight hours up to now. */
const threeADay = (days: number) =>
  Array.from({ length: days * 3 }, (_, i) => nowMs - (days * 3 - 1 - i) * 8 * 3_600_000);

describe('lists of a week at bybit', () => {
  it('are read back from now, as far as the newest are needed', async () => {
    const times = threeADay(30);
    const { venue, ask } = exchange(times);
    expect((await ask({ limit: 10 })).slice(-10)).toEqual(times.slice(-10));
    expect(venue.sent).toHaveLength(1);
    expect((await ask({ limit: 60 })).slice(-60)).toEqual(times.slice(-60));
    // Three weeks hold sixty.
    expect(venue.sent).toHaveLength(1 + 3);
  });

  it('are read no further than is needed of a page', async () => {
    const times = Array.from({ length: 400 }, (_, i) => nowMs - 400 + i);
    const { venue, ask } = exchange(times);
    expect((await ask({ limit: 60 })).slice(-60)).toEqual(times.slice(-60));
    expect(venue.sent).toHaveLength(2);
  });

  it('are given up a quarter of a year back, where nothing was', async () => {
    const { venue, ask } = exchange([nowMs - 100 * dayMs]);
    expect(await ask({})).toEqual([]);
    expect(venue.sent).toHaveLength(13);
    const first = Number(venue.sent.at(-1)?.fields.startTime);
    expect(nowMs - first).toBeGreaterThanOrEqual(91 * dayMs);
    expect(await ask({ sinceMs: nowMs - 101 * dayMs })).toEqual([nowMs - 100 * dayMs]);
  });

  it('are read from a time on until there are enough, and nothing is left out', async () => {
    const times = threeADay(100);
    const { ask } = exchange(times);
    const since = times[7] ?? 0;
    expect((await ask({ sinceMs: since, limit: 40 })).slice(0, 40)).toEqual(times.slice(7, 47));
    expect(await ask({ sinceMs: since, limit: 1_000 })).toEqual(times.slice(7));
    expect((await ask({ sinceMs: since + 1, limit: 1 }))[0]).toBe(times[8]);
  });

  it('are read in shorter times where they are long', async () => {
    // Every second for twenty minutes: 1,200 in a day, and a page has 50.
    const times = Array.from({ length: 1_200 }, (_, i) => nowMs - 3_600_000 + i * 1_000);
    const { venue, ask } = exchange(times);
    const sinceMs = nowMs - 2 * 3_600_000;
    expect((await ask({ sinceMs, limit: 30 })).slice(0, 30)).toEqual(times.slice(0, 30));
    expect(venue.sent.length).toBeLessThan(50);
  });

  it('are read whole where many contracts are settled at once', async () => {
    const hours = threeADay(20);
    const times = hours.flatMap((at) => Array.from({ length: 60 }, (_, i) => at + i * 30));
    const { venue, ask } = exchange(times);
    const sinceMs = hours[0] ?? 0;
    const found = await ask({ sinceMs, limit: 1_000 });
    expect(found.slice(0, 1_000)).toEqual(times.slice(0, 1_000));
    expect(venue.sent.length).toBeLessThan(50);
  });

  it('begin two years ago at the earliest, and end now', async () => {
    const { venue, ask } = exchange([nowMs - 729.5 * dayMs]);
    await ask({ sinceMs: 0, limit: 1 });
    expect(Number(venue.sent[0]?.fields.startTime)).toBe(nowMs - 730 * dayMs);
    const before = venue.sent.length;
    expect(await ask({ sinceMs: nowMs + 1 })).toEqual([]);
    expect(venue.sent).toHaveLength(before);
  });

  it('are refused where they would take too many requests, once and for all', async () => {
    const { venue, ask } = exchange([]);
    const error = await ask({ sinceMs: 0 }).catch((thrown: unknown) => thrown);
    // A refused request is not tried again.
    expect(failureOf(error, bybitErrors)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('from a later time on'),
    });
    expect(venue.sent).toHaveLength(50);
  });

  it('may be one page', async () => {
    const venue = openBybit({ [path]: [list(payment(nowMs, 1))] });
    const query = { marketType: 'swap', symbol: undefined, sinceMs: nowMs, limit: 5 } as const;
    expect(await venue.ask((call) => bybitPerps.fundingPayments(call, query))).toHaveLength(1);
    expect(venue.sent).toHaveLength(1);
  });
});
