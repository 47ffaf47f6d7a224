import { describe, expect, it } from 'vitest';
import { document, setUp } from '../../../../../test/support/exchanges/binance/feed.ts';

const bookCount = 100;
const weights = new Map([
  ['1000', 20],
  ['500', 10],
  ['5', 2],
]);

/** Opens futures books, each with a change a second, so that none needs a probe. */
async function openMany(levels: number) {
  const parts = setUp();
  const { clock, transport, socket } = parts;
  const side = (sign: 1 | -1) =>
    Array.from({ length: levels }, (_, i) => [`${1_000 + sign * (i + 1)}`, '1']);
  const cut = JSON.stringify({ lastUpdateId: 10, bids: side(-1), asks: side(1) });
  let last = 10;
  transport.answer = (url) => {
    const limit = Number(new URL(url).searchParams.get('limit'));
    return limit <= levels ? cut.replace('10', `${last}`) : document(last, '999', '1001');
  };
  const opened = Array.from({ length: bookCount }, (_, i) => parts.open(`A${i}/USDT:USDT`));
  socket().opened();
  const run = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      for (let i = 0; i < bookCount; i += 1) {
        const data = { e: 'depthUpdate', E: 5, s: `A${i}USDT`, U: last + 1, u: last + 1, pu: last };
        const frame = { ...data, b: [['999', `${second + 1}`]], a: [] };
        socket().frame(JSON.stringify({ stream: 'x@depth@100ms', data: frame }));
      }
      last += 1;
      await clock.advance(1_000);
    }
  };
  const limitOf = (url: string) => new URL(url).searchParams.get('limit') ?? '';
  const spent = (from = 0) =>
    transport.gets
      .slice(from)
      .reduce((sum, { url }) => sum + (weights.get(limitOf(url)) ?? Number.NaN), 0);
  return { ...parts, opened, run, spent };
}

describe('a hundred books', () => {
  it('are renewed on a slow round, within a fifth of the budget, and starve no first snapshot', async () => {
    const { transport, opened, run, spent, open } = await openMany(1);
    await run(60);
    expect(opened.map(({ book }) => book.counts.snapshots)).toEqual(Array(bookCount).fill(1));
    const before = transport.gets.length;
    let busiest = 0;
    for (let minute = 0; minute < 30; minute += 1) {
      const from = transport.gets.length;
      await run(60);
      busiest = Math.max(busiest, spent(from));
    }
    expect(busiest).toBeLessThan(1_200);
    expect(spent(before)).toBeLessThan(30 * 1_200 * 0.2);
    expect(opened.filter(({ book }) => book.counts.snapshots < 3)).toEqual([]);
    expect(opened.flatMap(({ book }) => book.flags)).toEqual([]);
    const asked = transport.gets.length;
    open('LATE/USDT:USDT');
    await run(3);
    expect(transport.gets.slice(asked).some(({ url }) => url.includes('LATEUSDT'))).toBe(true);
  });

  it('that had to take short snapshots at the start get full ones within minutes', async () => {
    const { transport, run, spent } = await openMany(500);
    await run(10);
    const limits = () => transport.gets.map(({ url }) => new URL(url).searchParams.get('limit'));
    const short = limits().filter((limit) => limit === '500').length;
    expect(short).toBeGreaterThan(50);
    await run(230);
    expect(limits().filter((limit) => limit === '1000').length).toBeGreaterThanOrEqual(bookCount);
    expect(spent()).toBeLessThanOrEqual(1_200 + 4 * 1_200);
  });
});
