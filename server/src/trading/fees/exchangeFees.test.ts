import { beforeEach, describe, expect, it } from 'vitest';
import { oneWorld } from '../../../test/support/algorithms/oneWorld.ts';
import { createManualClock, type ManualClock } from '../../../test/support/manualClock.ts';
import { accountOf, listedMarket, symbolOf } from '../../../test/support/paper/fixture.ts';
import { AppError } from '../../kit/errors.ts';
import type { VenueTradingFee } from '../venues/feesPort.ts';
import { VenueUnavailableError } from '../venues/venuePort.ts';
import { createExchangeFees, type ExchangeFees, type ExchangeFeesDeps } from './exchangeFees.ts';

const account = accountOf('binance');
const btc = symbolOf('BTC/USDT');
const eth = symbolOf('ETH/USDT');
const minuteMs = 60_000;

let clock: ManualClock;
let fees: ExchangeFees;
let calls: string[];
/** The exchange's behaviour; it answers with the number of the call unless set otherwise. */
let onCall: (signal: AbortSignal) => Promise<VenueTradingFee>;
let isKnown: boolean;

const answer = (): VenueTradingFee => ({
  makerBps: calls.length,
  takerBps: calls.length,
  tier: undefined,
  isTierBased: false,
});
const takerOf = async (...query: Parameters<ExchangeFees['of']>) =>
  (await fees.of(...query))?.fee.takerBps;

const feesWith = (changes: Partial<ExchangeFeesDeps> = {}) =>
  createExchangeFees({
    sessions: {
      at: () => ({
        async tradingFee({ symbol, marketType }, signal) {
          calls.push(`${symbol} ${marketType}`);
          return onCall(signal);
        },
      }),
    },
    worldOf: oneWorld({
      markets: {
        knows: () => isKnown,
        prepare: async () => {
          calls.push('prepare');
        },
        rulesOf: (_venue, symbol) => listedMarket(symbol),
      },
    }),
    clock,
    ...changes,
  });

beforeEach(() => {
  clock = createManualClock(1_700_000_000_000);
  calls = [];
  isKnown = true;
  onCall = async () => answer();
  fees = feesWith();
});

describe('what an exchange told', () => {
  it('is asked once by a hundred at the same time', async () => {
    const gate = Promise.withResolvers<void>();
    onCall = async () => {
      await gate.promise;
      return answer();
    };
    const all = Promise.all(Array.from({ length: 100 }, () => takerOf(account, btc)));
    await clock.advance(0);
    gate.resolve();
    expect(new Set(await all)).toEqual(new Set([1]));
    expect(calls).toEqual(['BTC/USDT spot']);
  });

  it('is known for an hour, each market by itself, with the time it was told', async () => {
    const startMs = clock.now();
    expect(await fees.of(account, btc)).toMatchObject({ atMs: startMs, fee: { takerBps: 1 } });
    expect(await takerOf(account, eth)).toBe(2);
    await clock.advance(49 * minuteMs);
    expect(await fees.of(account, btc)).toMatchObject({ atMs: startMs, fee: { takerBps: 1 } });
    expect(calls).toHaveLength(2);
    await clock.advance(11 * minuteMs);
    expect(await takerOf(account, btc)).toBe(3);
  });

  it('is asked anew behind the scenes before the hour is over', async () => {
    await fees.of(account, btc);
    await clock.advance(50 * minuteMs);
    const gate = Promise.withResolvers<void>();
    onCall = async () => {
      await gate.promise;
      return answer();
    };
    // No caller waits, and the exchange is asked once.
    for (let turn = 0; turn < 3; turn += 1) expect(await takerOf(account, btc)).toBe(1);
    expect(calls).toHaveLength(2);
    gate.resolve();
    await clock.advance(0);
    expect(await takerOf(account, btc)).toBe(2);
    await clock.advance(49 * minuteMs);
    expect(await takerOf(account, btc)).toBe(2);
    expect(calls).toHaveLength(2);
  });

  it('counts until the hour is over when it cannot be asked anew', async () => {
    await fees.of(account, btc);
    await clock.advance(50 * minuteMs);
    onCall = async () => {
      throw new VenueUnavailableError('down');
    };
    expect(await takerOf(account, btc)).toBe(1);
    await clock.advance(0);
    expect(await takerOf(account, btc)).toBe(1);
    expect(calls).toHaveLength(2);
    await clock.advance(10 * minuteMs);
    expect(await takerOf(account, btc)).toBeUndefined();
  });

  it.each([
    ['made anew', { createdAtMs: account.createdAtMs + 1 }],
    ['given credentials', { credentialsAtMs: 5 }],
    ['put on portfolio margin', { portfolioMargin: true }],
  ])('is of no use once the account was %s', async (_what, change) => {
    await fees.of(account, btc);
    expect(await takerOf({ ...account, ...change }, btc)).toBe(2);
    expect(await takerOf({ ...account, updatedAtMs: account.updatedAtMs + 1 }, btc)).toBe(1);
  });
});

describe('an exchange that cannot be asked', () => {
  it.each([
    ['does not answer', () => Promise.reject(new VenueUnavailableError('down'))],
    ['answers with something else', () => Promise.reject(new Error('no JSON'))],
  ])('and %s is left alone for half a minute', async (_what, fail) => {
    onCall = fail;
    const all = Array.from({ length: 100 }, () => fees.of(account, btc));
    expect(new Set(await Promise.all(all))).toEqual(new Set([undefined]));
    onCall = async () => answer();
    await clock.advance(29_999);
    expect(await takerOf(account, btc)).toBeUndefined();
    expect(calls).toHaveLength(1);
    expect(await takerOf(account, eth)).toBe(2);
    await clock.advance(1);
    expect(await takerOf(account, btc)).toBe(3);
  });

  it('is waited for ten seconds, by those who come first alone', async () => {
    onCall = () => new Promise(() => undefined);
    let first: unknown = 'waits';
    void fees.of(account, btc).then((told) => {
      first = told;
    });
    await clock.advance(9_999);
    expect(first).toBe('waits');
    await clock.advance(1);
    expect(first).toBeUndefined();
    expect(await takerOf(account, btc)).toBeUndefined();
    expect(calls).toHaveLength(1);
  });

  it('is the same as an account that is nowhere', async () => {
    const at = () => {
      calls.push('at');
      throw new AppError('NOT_SUPPORTED');
    };
    fees = feesWith({ sessions: { at } });
    expect(await takerOf(account, btc)).toBeUndefined();
    expect(await takerOf(account, btc)).toBeUndefined();
    expect(calls).toEqual(['at']);
  });

  it('hides no fault of ours', async () => {
    const at = () => {
      throw new TypeError('a fault');
    };
    fees = feesWith({ sessions: { at } });
    await expect(fees.of(account, btc)).rejects.toThrow('a fault');
  });
});

it('waits for the list of markets, and asks without it where there is none', async () => {
  isKnown = false;
  expect(await takerOf(account, btc)).toBe(2);
  expect(calls).toEqual(['prepare', 'BTC/USDT spot']);
  // A known fee needs no list.
  expect(await takerOf(account, btc)).toBe(2);
  expect(calls).toHaveLength(2);
});
