import { stripVTControlCharacters } from 'node:util';
import type { BookQuality } from '@windlass/contract';
import { describe, expect, test } from 'vitest';
import { bookOf, snapshotOf, startMs } from '../test/support/fakeIo.ts';
import { applyEvent, type BookView, createView } from './bookView.ts';
import { assignLetters, type LadderLayout, renderLadder } from './ladder.ts';

const layout: LadderLayout = { width: 80, depth: 5, isColoured: false, nowMs: startMs + 40 };

const four = [
  bookOf('binance', { bid: 64_250.1, ask: 64_250.2 }),
  bookOf('bybit', { bid: 64_250.1, ask: 64_250.3 }, { quality: 'DEGRADED', staleness_ms: 900 }),
  bookOf('gateio', { bid: 64_249.9, ask: 64_250.4 }),
  bookOf('kraken', { bid: 64_250, ask: 64_250.2 }, { quality: 'UNAVAILABLE', confidence: 0 }),
];

function viewOf(books = four): BookView {
  const connected = applyEvent(
    createView('BTC/USDT', startMs),
    { type: 'state', state: 'connected' },
    startMs,
  );
  return applyEvent(connected, snapshotOf(books), startMs);
}

const disconnect = (view: BookView) =>
  applyEvent(view, { type: 'state', state: 'disconnected' }, startMs);
const connect = (view: BookView) =>
  applyEvent(view, { type: 'state', state: 'connected' }, startMs + 5_000);

describe('a ladder', () => {
  test('merges the usable venues by price and names who quotes', () => {
    expect(renderLadder(viewOf(), layout)).toMatchInlineSnapshot(`
      "BTC/USDT LIVE  bid 64250.1 BY  ask 64250.2 B  spread 0.02 bps

      ────────────────────────────────────────────────────────────────────────────────
      WHO       TOTAL   QUANTITY        BID  │        ASK   QUANTITY      TOTAL WHO
      BY··    1.00000    1.00000    64250.1  │    64250.2    0.50000    0.50000 B···
      BY··    2.50000    1.50000    64250.0  │    64250.3    1.25000    1.75000 BY··
      BYG·    5.00000    2.50000    64249.9  │    64250.4    2.25000    4.00000 BYG·
      ··G·    5.75000    0.75000    64249.8  │    64250.5    1.75000    5.75000 ·YG·
      ··G·    6.75000    1.00000    64249.7  │    64250.6    1.00000    6.75000 ··G·

        VENUE        QUALITY          AGE  CONF          BID          ASK     SPREAD
      B binance      GOOD           52 ms  0.98      64250.1      64250.2   0.02 bps
      Y bybit        DEGRADED      940 ms  0.98      64250.1      64250.3   0.03 bps
      G gateio       GOOD           52 ms  0.98      64249.9      64250.4   0.08 bps
      K kraken       UNAVAILABLE    52 ms  0.00      64250.0      64250.2   0.03 bps"
    `);
  });

  test('marks what one venue bids above what another asks', () => {
    const crossed = [
      bookOf('binance', { bid: 64_251.3, ask: 64_251.4 }),
      bookOf('kraken', { bid: 64_250, ask: 64_251.1 }),
    ];
    expect(renderLadder(viewOf(crossed), layout)).toMatchInlineSnapshot(`
      "BTC/USDT LIVE  bid 64251.3 B  ask 64251.1 K  spread -0.03 bps
      ARBITRAGE buy K kraken, sell B binance: 0.03 bps before fees
      ────────────────────────────────────────────────────────────────────────────────
      WHO      TOTAL   QUANTITY        BID   │        ASK   QUANTITY      TOTAL WHO
      B·     0.50000    0.50000    64251.3  *│*   64251.1    0.50000    0.50000 ·K
      B·     1.25000    0.75000    64251.2  *│*   64251.2    0.75000    1.25000 ·K
      B·     2.25000    1.00000    64251.1   │    64251.3    1.00000    2.25000 ·K
      ·K     2.75000    0.50000    64250.0   │    64251.4    0.50000    2.75000 B·
      ·K     3.50000    0.75000    64249.9   │    64251.5    0.75000    3.50000 B·

        VENUE        QUALITY          AGE  CONF          BID          ASK     SPREAD
      B binance      GOOD           52 ms  0.98      64251.3      64251.4   0.02 bps
      K kraken       GOOD           52 ms  0.98      64250.0      64251.1   0.17 bps"
    `);
  });

  test('says STALE when disconnected, and until fresh books have come', () => {
    const lost = disconnect(viewOf());
    expect(renderLadder(lost, { ...layout, nowMs: startMs + 12_500 })).toMatchInlineSnapshot(`
      "BTC/USDT STALE  bid 64250.1 BY  ask 64250.2 B  spread 0.02 bps
      Disconnected for 12 s, reconnecting; these are the last books seen.
      ────────────────────────────────────────────────────────────────────────────────
      WHO       TOTAL   QUANTITY        BID  │        ASK   QUANTITY      TOTAL WHO
      BY··    1.00000    1.00000    64250.1  │    64250.2    0.50000    0.50000 B···
      BY··    2.50000    1.50000    64250.0  │    64250.3    1.25000    1.75000 BY··
      BYG·    5.00000    2.50000    64249.9  │    64250.4    2.25000    4.00000 BYG·
      ··G·    5.75000    0.75000    64249.8  │    64250.5    1.75000    5.75000 ·YG·
      ··G·    6.75000    1.00000    64249.7  │    64250.6    1.00000    6.75000 ··G·

        VENUE        QUALITY          AGE  CONF          BID          ASK     SPREAD
      B binance      STALE         12.5 s  0.98      64250.1      64250.2   0.02 bps
      Y bybit        STALE         13.4 s  0.98      64250.1      64250.3   0.03 bps
      G gateio       STALE         12.5 s  0.98      64249.9      64250.4   0.08 bps
      K kraken       UNAVAILABLE   12.5 s  0.00      64250.0      64250.2   0.03 bps"
    `);
    const back = renderLadder(connect(lost), layout);
    expect(back).toContain('STALE');
    expect(back).toContain('Connected again, waiting for fresh books.');
    const fresh = applyEvent(connect(lost), snapshotOf(four), startMs + 5_000);
    expect(renderLadder(fresh, layout)).toContain('BTC/USDT LIVE');
  });

  test('never speaks of arbitrage between stale books', () => {
    const crossed = [bookOf('a', { bid: 5, ask: 6 }), bookOf('b', { bid: 3, ask: 4 })];
    expect(renderLadder(viewOf(crossed), layout)).toContain('ARBITRAGE buy B b, sell A a');
    expect(renderLadder(disconnect(viewOf(crossed)), layout)).not.toContain('ARBITRAGE');
  });

  test('shows the prices of an unusable book with the decimals of a usable one', () => {
    const prices = { bid: 64_250, ask: 64_251.5 };
    const lineOf = (quality: BookQuality) => {
      const view = viewOf([bookOf('kraken', prices, { quality, tick: 0.01 })]);
      return renderLadder(view, layout).split('\n').at(-1);
    };
    expect(lineOf('UNAVAILABLE')).toMatch(/ 64250\.00 +64251\.50 /);
    expect(lineOf('UNAVAILABLE')).toBe(lineOf('GOOD')?.replace('GOOD       ', 'UNAVAILABLE'));
  });

  test('without any book says so', () => {
    expect(renderLadder(createView('BTC/USDT', startMs), layout)).toMatchInlineSnapshot(`
      "BTC/USDT CONNECTING  bid none  ask none  spread -

      ────────────────────────────────────────────────────────────────────────────────
      WHO      TOTAL   QUANTITY        BID   │        ASK   QUANTITY      TOTAL WHO
      No usable book yet.

        VENUE        QUALITY          AGE  CONF          BID          ASK     SPREAD"
    `);
  });

  test('keeps columns of small prices and large quantities', () => {
    const small = bookOf('kraken', { bid: 0.000_012_34, ask: 0.000_012_35 }, { tick: 1e-8 });
    const bids: [number, number][] = [
      [0.000_012_34, 123_456_789.5],
      [0.000_012_33, 0.25],
    ];
    expect(renderLadder(viewOf([{ ...small, bids }]), layout)).toMatchInlineSnapshot(`
      "BTC/USDT LIVE  bid 0.00001234 K  ask 0.00001235 K  spread 8.10 bps

      ────────────────────────────────────────────────────────────────────────────────
      WHO      TOTAL   QUANTITY        BID   │        ASK   QUANTITY      TOTAL WHO
      K    123456790  123456790 0.00001234   │ 0.00001235          1          1 K
      K    123456790         <1 0.00001233   │ 0.00001236          1          1 K
                                             │ 0.00001237          1          2 K

        VENUE        QUALITY          AGE  CONF          BID          ASK     SPREAD
      K kraken       GOOD           52 ms  0.98   0.00001234   0.00001235   8.10 bps"
    `);
  });
});

describe('the layout', () => {
  test.each([60, 72, 80, 100, 400])('of %i columns is never wider, and even', (width) => {
    const lines = renderLadder(viewOf(), { ...layout, width, depth: 20 }).split('\n');
    const longest = Math.max(...lines.slice(2).map((line) => line.length));
    expect(longest).toBeLessThanOrEqual(Math.max(80, Math.min(width, 100)));
    const bars = lines.filter((line) => line.includes('│')).map((line) => line.indexOf('│'));
    expect(new Set(bars).size).toBe(1);
  });

  test('leaves levels out to fit the height', () => {
    const tall = viewOf([bookOf('kraken', { bid: 10, ask: 11 }, { count: 20 })]);
    const lines = renderLadder(tall, { ...layout, depth: 20, height: 15 }).split('\n');
    expect(lines).toHaveLength(15);
    expect(renderLadder(tall, { ...layout, depth: 20 }).split('\n')).toHaveLength(27);
  });

  test('is the same with colours as without', () => {
    for (const view of [viewOf(), disconnect(viewOf())]) {
      const coloured = renderLadder(view, { ...layout, isColoured: true });
      const plain = stripVTControlCharacters(coloured).replace(/ +$/gm, '');
      expect(plain).toBe(renderLadder(view, layout));
      expect(coloured).not.toBe(plain);
    }
  });

  test('draws a stale ladder in no colour but dim', () => {
    const lines = renderLadder(disconnect(viewOf()), { ...layout, isColoured: true }).split('\n');
    const ladder = lines.slice(3).join('\n');
    expect(ladder).toContain('\u001b[2m');
    for (const code of [1, 31, 32, 33]) expect(ladder).not.toContain(`\u001b[${code}m`);
  });

  test('shows no control characters of foreign names', () => {
    const evil = bookOf('kr\u001b[2Jaken', { bid: 1, ask: 2 });
    expect(renderLadder(viewOf([evil]), layout)).not.toContain('\u001b');
  });
});

test('every venue gets a letter of its own, from its name while one is left', () => {
  const letters = assignLetters(['binance', 'bybit', 'gateio', 'kraken', 'b', 'bb']);
  expect([...letters.values()]).toEqual(['B', 'Y', 'G', 'K', '0', '1']);
});
