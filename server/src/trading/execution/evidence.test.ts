import { beforeEach, describe, expect, it } from 'vitest';
import { venueOf } from '../../../test/support/accounts/fixture.ts';
import { preparedLimit } from '../../../test/support/execution/orders.ts';
import { createManualClock, type ManualClock } from '../../../test/support/manualClock.ts';
import type { Account } from '../model/account.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueBook } from '../orderbook/types.ts';
import type { MeansNow, VenueBalances, VenueSession } from '../venues/venuePort.ts';
import { createEvidence, type Evidence } from './evidence.ts';
import { foresee } from './foresight.ts';
import type { PreparedOrder } from './types.ts';

type Order = PreparedOrder['order'];
const limit: Order = preparedLimit;
const crossing: Order = { ...limit, price: '101', timeInForce: 'POST_ONLY' };
const stop: Order = { ...limit, type: 'stop_loss', side: 'sell', price: undefined };

/** The state of the market and the account in a test. */
interface Scene {
  mode: Account['mode'];
  stalenessMs: number;
  flagged: VenueBook['flagged'];
  /** Time since the last event in the account, in ms. */
  eventAgeMs: number | undefined;
  isSending: boolean;
  recalled: VenueBalances | undefined;
  now: MeansNow | undefined;
  unifiedMode: Account['unifiedMode'];
  /** Questions that the exchange was asked. */
  questions: string[];
}

let clock: ManualClock;
let scene: Scene;
let evidence: Evidence;
beforeEach(async () => {
  clock = createManualClock();
  await clock.advance(60_000);
  scene = {
    mode: 'live',
    stalenessMs: 100,
    flagged: undefined,
    eventAgeMs: undefined,
    isSending: false,
    recalled: undefined,
    now: undefined,
    unifiedMode: undefined,
    questions: [],
  };
  evidence = createEvidence({
    worldOf: () => ({ orderbook: { book: bookNow }, quotes: { market: askMarket } }) as never,
    sessions: { of: () => sessionNow() },
    balanceMemory: {
      recall: () => scene.recalled && { balances: scene.recalled, ageMs: 100 },
      changedAtMs: () =>
        scene.eventAgeMs === undefined ? undefined : clock.monotonic() - scene.eventAgeMs,
      get: async (_, ask) => ({ balances: await ask(), ageMs: undefined }),
    },
    isSendingFor: () => scene.isSending,
    clock,
  });
});

function bookNow(): VenueBook {
  const { flagged, stalenessMs } = scene;
  const health = () => ({ quality: 'GOOD', confidence: 1, stalenessMs });
  return { flagged, health, bestBid: () => [100, 4], bestAsk: () => [101, 4] } as never;
}

async function askMarket() {
  scene.questions.push('book');
  return { bid: 100, ask: 101, mid: 100.5 };
}

function sessionNow(): VenueSession {
  const { now } = scene;
  return {
    ...(now && { meansNow: async () => now }),
    async balances() {
      scene.questions.push('balances');
      return { USDT: { free: '10', used: '0', total: '10' } };
    },
    async positions() {
      scene.questions.push('positions');
      return [];
    },
  } as never;
}

function prepared(order: Order, isExempt = order.reduceOnly): PreparedOrder {
  const { mode, unifiedMode } = scene;
  const account = { id: 'desk', venue: venueOf('binance'), mode, unifiedMode } as never;
  return { account, order, changes: [], valueMicroUsd: 1, isExempt, quoteUsd: 1 };
}

const codeOf = async (order: Order, isExempt?: boolean) =>
  foresee(order, await evidence.atHand(prepared(order, isExempt)))?.code;

describe('a book', () => {
  it.each([
    [{}, 'POST_ONLY_WOULD_TAKE'],
    [{ stalenessMs: 2_000 }, undefined],
    [{ flagged: 'gap' }, undefined],
    // Events in the account do not matter for an ordinary order.
    [{ eventAgeMs: 10 }, 'POST_ONLY_WOULD_TAKE'],
    [{ isSending: true }, 'POST_ONLY_WOULD_TAKE'],
  ] as const)('of %j: %s', async (changes, code) => {
    Object.assign(scene, changes);
    expect(await codeOf(crossing)).toBe(code);
  });

  it('refuses what protects only when it is newer than the last event of the account', async () => {
    const closing = { ...crossing, reduceOnly: true };
    expect(await codeOf(closing)).toBe('POST_ONLY_WOULD_TAKE');
    scene.eventAgeMs = 101;
    expect(await codeOf(closing)).toBe('POST_ONLY_WOULD_TAKE');
    scene.eventAgeMs = 100;
    expect(await codeOf(closing)).toBeUndefined();
    // An order that closes what an algorithm opened protects too.
    expect(await codeOf(crossing, true)).toBeUndefined();
    expect(await codeOf(crossing)).toBe('POST_ONLY_WOULD_TAKE');
  });

  it('has passed a live stop only as a whole, and by half a percent', async () => {
    expect(await codeOf({ ...stop, stopPrice: '101.5' })).toBeUndefined();
    expect(await codeOf({ ...stop, stopPrice: '101.51' })).toBe('ORDER_WOULD_TRIGGER');
    scene.mode = 'paper';
    expect(await codeOf({ ...stop, stopPrice: '100.5' })).toBe('ORDER_WOULD_TRIGGER');
  });
});

describe('a balance', () => {
  const poor = { USDT: { free: '94', used: '0', total: '94' } };

  it('of a live account is what is remembered, and nobody is asked', async () => {
    expect(await codeOf(limit)).toBeUndefined();
    scene.recalled = poor;
    expect(await codeOf(limit)).toBe('INSUFFICIENT_BALANCE');
    expect(scene.questions).toEqual([]);
  });

  it('says nothing where more than it may pay, or nothing is held', async () => {
    scene.recalled = poor;
    expect(await codeOf({ ...stop, side: 'buy', stopPrice: '110' })).toBeUndefined();
    scene.unifiedMode = 'multi_currency';
    expect(await codeOf(limit)).toBeUndefined();
  });

  it('of a paper account is what its engine knows, unless a protecting order is in doubt', async () => {
    scene.mode = 'paper';
    const means = { free: () => '94', long: '0', short: '0', leverage: 20, feeRate: 0 };
    scene.now = means;
    expect(await codeOf(limit)).toBe('INSUFFICIENT_BALANCE');
    const closing: Order = { ...limit, side: 'sell', reduceOnly: true };
    expect(await codeOf(closing)).toBe('NOTHING_TO_REDUCE');
    scene.isSending = true;
    expect(await codeOf(closing)).toBeUndefined();
    expect(await codeOf(limit)).toBe('INSUFFICIENT_BALANCE');
    scene.isSending = false;
    scene.now = { ...means, long: '1' };
    expect(await codeOf(closing)).toBeUndefined();
  });
});

it('a preview asks what a send would not', async () => {
  const told = await evidence.asked(prepared(limit));
  expect(foresee(limit, told)?.code).toBe('INSUFFICIENT_BALANCE');
  const swap = { symbol: 'BTC/USDT:USDT' as InstrumentSymbol, marketType: 'swap' } as const;
  const closing = { ...limit, ...swap, reduceOnly: true };
  expect(foresee(closing, await evidence.asked(prepared(closing)))?.code).toBe('NOTHING_TO_REDUCE');
  expect(scene.questions).toEqual(['book', 'balances', 'book', 'positions']);
});
