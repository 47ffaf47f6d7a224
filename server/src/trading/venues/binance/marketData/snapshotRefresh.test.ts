import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setUp } from '../../../../../test/support/exchanges/binance/feed.ts';
import {
  createDriftingMarket,
  shownLevels,
} from '../../../../../test/support/marketData/driftingMarket.ts';
import { rows } from '../../../../../test/support/marketData/recordingBook.ts';
import { TransportError } from '../../transportPort.ts';

/** Opens a live book of a market that the test moves, with a frame per 100 ms. */
async function follow(seed = 'drift', firstDocument?: string) {
  const market = createDriftingMarket(seed);
  const parts = setUp();
  const { transport, clock, socket } = parts;
  const { book, handle } = parts.open('BTC/USDT');
  transport.answer = () => firstDocument ?? market.document();
  socket().opened();
  await clock.advance(10);
  socket().frame(market.step(0));
  await clock.advance(10);
  transport.answer = undefined;

  const topIsTrue = () => {
    if (!book.hasData || book.flagged !== undefined) return;
    const { bid = 0, ask = 0 } = book.top();
    const top = [
      [bid, book.bids.get(bid)],
      [ask, book.asks.get(ask)],
    ];
    expect([book.sequence, ...top]).toEqual([
      book.sequence,
      ...(market.topAt(book.sequence) ?? []),
    ]);
  };
  /**
   * Moves the market, and checks after every frame that a book without a flag shows the true top.
   */
  const move = async (direction: -1 | 0 | 1, count: number) => {
    for (let i = 0; i < count; i += 1) {
      socket().frame(market.step(direction));
      topIsTrue();
      await clock.advance(100);
      topIsTrue();
    }
  };
  const inStep = () => [
    rows(book.bids).reverse().slice(0, 40),
    rows(book.asks).slice(0, 40),
    book.sequence,
  ];
  const truth = () => [market.rows('bids', 40), market.rows('asks', 40), market.id()];
  const requests = () => transport.gets.filter(({ url }) => url.endsWith('limit=5000')).length;
  return { ...parts, market, book, handle, move, inStep, truth, requests, topIsTrue };
}

/** Number of ticks until the market has left the inner half of the first snapshot's reach. */
const halfway = shownLevels / 2 + 5;

describe('a market that nears the edge of the snapshot', () => {
  it.each([-1, 1] as const)('(by %i a frame) has it renewed, unseen by readers', async (way) => {
    const { transport, market, book, move, inStep, truth, requests } = await follow();
    await move(way, halfway);
    expect([requests(), book.counts.snapshots]).toEqual([2, 1]);
    await move(way, 20);
    expect(inStep()).not.toEqual(truth());
    transport.gets.at(-1)?.resolve(market.document());
    await move(0, 1);
    expect(inStep()).toEqual(truth());
    expect([book.counts.snapshots, book.flags, book.states]).toEqual([2, [], ['live', 'live']]);
    transport.answer = () => market.document();
    await move(way, 400);
    expect([inStep(), book.flags]).toEqual([truth(), []]);
  });

  it('takes a document from between two updates, and one the stream has yet to reach', async () => {
    const { transport, market, book, clock, socket, move, inStep, truth } = await follow();
    await move(-1, halfway);
    const early = market.document();
    await move(-1, 3);
    transport.gets.at(-1)?.resolve(early);
    await clock.advance(1);
    expect([inStep(), book.counts.snapshots]).toEqual([truth(), 2]);
    await move(-1, halfway + 5);
    const behind = market.step(-1);
    transport.gets.at(-1)?.resolve(market.document());
    await clock.advance(1);
    expect(book.counts.snapshots).toBe(2);
    socket().frame(behind);
    expect([inStep(), book.counts.snapshots, book.flags]).toEqual([truth(), 3, []]);
  });

  it('asks one thing at a time, and no sooner than after five seconds', async () => {
    const { transport, move, requests, clock } = await follow();
    await move(-1, halfway);
    await clock.advance(9_000);
    expect(transport.gets.length).toBe(2);
    transport.gets.at(-1)?.reject(new TransportError('no answer'));
    await move(0, 20);
    expect(requests()).toBe(2);
    await move(0, 40);
    expect(requests()).toBe(3);
  });
});

describe('a refresh that comes to nothing', () => {
  it.each<[string, (now: string, before: string) => string | Error]>([
    ['fails', () => new TransportError('no answer')],
    ['is refused', () => new TransportError('status 400', { status: 400 })],
    ['is unreadable', (now) => now.slice(0, -9)],
    ['is older than its request', (_, before) => before],
    ['holds a level that is none', (now) => now.replace('"9', '"x')],
    ['is crossed', (now) => now.replace('"bids":[', '"bids":[["10500","1"],')],
    ['holds a level without a quantity', (now) => now.replace(/"\d+"\]/, '""]')],
  ])('because it %s leaves the book as it was', async (_, answer) => {
    const { transport, market, book, clock, move, requests, inStep } = await follow();
    await move(-1, 10);
    const before = market.document();
    await move(-1, halfway - 10);
    const shown = inStep();
    const told = answer(market.document(), before);
    if (told instanceof Error) transport.gets.at(-1)?.reject(told);
    else transport.gets.at(-1)?.resolve(told);
    await clock.advance(1);
    expect([inStep(), book.counts.snapshots, book.states]).toEqual([shown, 1, ['live']]);
    transport.answer = () => market.document();
    await move(-1, 60);
    expect([book.flags, requests(), book.counts.snapshots]).toEqual([[], 3, 2]);
  });

  it('because it comes too late to join leaves the book as it was', async () => {
    const { transport, market, book, move } = await follow();
    await move(-1, halfway);
    const early = market.document();
    await move(0, 250);
    transport.gets.at(-1)?.resolve(early);
    await move(0, 1);
    expect([book.counts.snapshots, book.flags]).toEqual([1, []]);
  });

  it('because the market ran through it meanwhile leaves the book as it was', async () => {
    const market = createDriftingMarket('drift');
    const whole = JSON.parse(market.document());
    const text = (side: 'bids' | 'asks') => market.rows(side, 600).map((row) => row.map(String));
    const first = JSON.stringify({ ...whole, bids: text('bids'), asks: text('asks') });
    const followed = await follow('drift', first);
    const { transport, clock, socket, book, move, requests } = followed;
    for (let seconds = 0; requests() < 2 && seconds < 2_700; seconds += 1) {
      socket().frame(followed.market.step(0));
      await clock.advance(1_000);
    }
    const early = followed.market.document();
    await move(-1, shownLevels + 5);
    transport.gets.at(-1)?.resolve(early);
    await move(0, 1);
    expect([book.counts.snapshots, book.flags, requests()]).toEqual([1, [], 2]);
  });

  it('because the venue wants a pause keeps silent that long', async () => {
    const { transport, move, requests } = await follow();
    await move(-1, halfway);
    const limited = new TransportError('limited', { status: 429, retryAfterMs: 30_000 });
    transport.gets.at(-1)?.reject(limited);
    await move(0, 290);
    expect(requests()).toBe(2);
    await move(0, 100);
    expect(requests()).toBe(3);
  });
});

describe('a loss during a refresh', () => {
  it('is a gap as ever, and the late answer counts no more', async () => {
    const { transport, market, book, socket, clock, move, inStep, truth } = await follow();
    await move(-1, halfway);
    const refresh = transport.gets.at(-1);
    market.step(-1);
    socket().frame(market.step(-1));
    expect([book.flags, refresh?.signal.aborted]).toEqual([['gap'], true]);
    transport.answer = () => market.document();
    await move(0, 10);
    expect([book.flagged, inStep()]).toEqual([undefined, truth()]);
    await move(-1, 2 * shownLevels);
    expect([book.flags, inStep()]).toEqual([['gap'], truth()]);
    const { snapshots } = book.counts;
    refresh?.resolve(market.document());
    await clock.advance(1);
    expect(book.counts.snapshots).toBe(snapshots);
  });

  it('is not hidden by a document that already holds what was lost', async () => {
    const { transport, market, book, socket, clock, move } = await follow();
    await move(-1, halfway);
    market.step(-1);
    transport.gets.at(-1)?.resolve(market.document());
    await clock.advance(1);
    expect(book.counts.snapshots).toBe(1);
    socket().frame(market.step(0));
    expect([book.flags, book.counts.snapshots]).toEqual([['gap'], 1]);
  });

  it('that no later frame shows is found by the document of the refresh', async () => {
    const { transport, market, book, clock, move } = await follow();
    await move(-1, halfway);
    market.step(-1);
    transport.gets.at(-1)?.resolve(market.document());
    await clock.advance(2_600);
    expect(book.flags).toEqual(['gap']);
  });
});

describe('a market that left the reach of the snapshot', () => {
  it.each([-1, 1] as const)('(by %i a frame) is flagged, and resynced', async (way) => {
    const { transport, market, book, move, inStep, truth } = await follow();
    await move(way, shownLevels - 1);
    expect(book.flags).toEqual([]);
    await move(way, 1);
    expect(book.flags).toEqual(['reach']);
    transport.answer = () => market.document();
    await move(way, 10);
    expect([book.flags, book.flagged, inStep()]).toEqual([['reach'], undefined, truth()]);
  });

  it('is only waited for where the document held the whole side', async () => {
    const { transport, clock, socket, open } = setUp();
    const whole = JSON.stringify({ lastUpdateId: 10, bids: [['99', '1']], asks: [['101', '1']] });
    transport.answer = () => whole;
    const { book } = open('BTC/USDT');
    socket().opened();
    await clock.advance(10);
    const data = { e: 'depthUpdate', E: 5, s: 'BTCUSDT', U: 9, u: 11, b: [['99', '0']], a: [] };
    socket().frame(JSON.stringify({ stream: 'btcusdt@depth@100ms', data }));
    await clock.advance(10);
    expect([book.sequence, book.top().bid, book.flags]).toEqual([11, undefined, []]);
  });

  it('of a recording is played on: no later snapshot can be had', async () => {
    const { transport, market, book, socket, clock, requests } = await follow();
    Object.assign(transport, { isRecording: true });
    for (let i = 0; i < shownLevels + 5; i += 1) {
      socket().frame(market.step(-1));
      await clock.advance(100);
    }
    expect([book.flags, requests()]).toEqual([[], 1]);
  });

  it('never shows a wrong top without a flag, whatever happens to frames and answers', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1_000 }), fc.infiniteStream(fc.nat(99)), run),
      { numRuns: 25 },
    ));
});

/** Runs a long walk with lost frames, and with answers that are late, old, torn or refused. */
async function run(seed: number, dice: Iterable<number>): Promise<void> {
  const { transport, market, book, move, clock, idle, feed } = await follow(`${seed}`);
  const roll = dice[Symbol.iterator]();
  const next = (): number => roll.next().value ?? 0;
  let answered = 1;
  let way: -1 | 1 = 1;
  let older = market.document();
  for (let i = 0; i < 60; i += 1) {
    if (next() < 10) way = way === 1 ? -1 : 1;
    if (next() < 3) market.step(way);
    await move(next() < 70 ? way : 0, 1 + (next() % 12));
    const fate = next();
    const answer = fate < 15 ? older : market.document();
    older = market.document();
    if (fate > 85) continue;
    for (; answered < transport.gets.length; answered += 1) {
      const get = transport.gets[answered];
      if (fate < 70) get?.resolve(answer);
      else get?.reject(new TransportError('no answer', fate < 75 ? { status: 429 } : {}));
    }
  }
  transport.answer = () => market.document();
  for (; answered < transport.gets.length; answered += 1)
    transport.gets[answered]?.resolve(market.document());
  // A pause of a minute may just have begun, and the longest wait of a resync comes after it.
  await idle(100_000);
  await move(0, 5);
  expect([book.flagged, book.sequence]).toEqual([undefined, market.id()]);
  await feed.stop();
  expect(clock.pending()).toBe(0);
}
