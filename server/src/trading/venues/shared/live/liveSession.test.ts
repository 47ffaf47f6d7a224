import { describe, expect, it } from 'vitest';
import { memoryMarginModes } from '../../../../../test/support/accounts/marginModes.ts';
import { limitOrder as order, stateOf } from '../../../../../test/support/execution/orders.ts';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import type { VenueFill } from '../../venuePort.ts';
import { RateLimitedError } from '../limits/rateLimitedError.ts';
import type { Dialect } from './dialect.ts';
import { createLiveSession } from './liveSession.ts';
import { rememberOrderId } from './taken.ts';
import { NoAnswerError, NotSentError } from './tradeHttp.ts';

const { symbol } = order;
const ref = { ...order, venueOrderId: undefined };
const state = stateOf(order, { venueOrderId: '7', createdAtMs: 1, updatedAtMs: 1 });

class OrderNotFound extends Error {}
class InsufficientFunds extends Error {}
class RateLimitExceeded extends Error {}

/** Opens a session whose venue gives these answers, one per call; the last is repeated. */
function open(
  answers: Partial<Record<keyof Dialect, readonly unknown[]>>,
  changes: Partial<Dialect> = {},
  leaving = new AbortController(),
) {
  const clock = createManualClock();
  const calls: string[] = [];
  const act = (name: keyof Dialect) => async () => {
    const count = calls.filter((each) => each === name).length;
    calls.push(name);
    const given = answers[name] ?? [];
    const answer = given[Math.min(count, given.length - 1)];
    if (answer instanceof Error) throw answer;
    return answer as never;
  };
  const dialect: Dialect = {
    ccxtClass: 'test',
    marketTypes: ['spot'],
    credential: 'main',
    options: {},
    errorMeanings: [],
    listing: {} as never,
    limits: {} as never,
    submit: act('submit'),
    takenWithinMs: () => 5_000,
    cancel: act('cancel'),
    lookup: act('lookup'),
    openOrders: act('openOrders'),
    balances: act('balances'),
    fills: act('fills'),
    ...changes,
  };
  const session = createLiveSession({
    leaving: leaving.signal,
    clock,
    random: createSeededRandom('live'),
    events: { order: () => undefined, fill: () => undefined },
    links: new Map(),
    dialectClients: [
      {
        dialect,
        where: 'nowhere',
        client: async () => ({ call: (_, work) => work({} as never) }),
      },
    ],
    marginModes: memoryMarginModes(),
    tradedSymbols: async () => [symbol, parseSymbol('ETH/USDT') ?? symbol],
  });
  const settle = async <Value>(answer: Promise<Value>): Promise<Value> => {
    let isOver = false;
    const over = answer.finally(() => {
      isOver = true;
    });
    over.catch(() => undefined);
    for (let step = 0; step < 100 && !isOver; step += 1) await clock.advance(100);
    return over;
  };
  return { session, calls, settle, clock };
}

const { signal } = new AbortController();
/** A call that our own limits held back. */
const late = new RateLimitedError({
  call: { kind: 'order', purpose: 'order' },
  reason: 'late',
  waitMs: 1_700,
});

/** A venue that took the order with this id, and says no more about it. */
const taking: Partial<Dialect> = {
  async submit(call, sent) {
    rememberOrderId(call, sent, 'id-7');
    return undefined;
  },
};

describe('a refusal for the position mode', () => {
  class InvalidOrder extends Error {}
  const words = [{ pattern: /position side/, means: 'POSITION_MODE' }] as const;
  it.each([
    [undefined, 'hedge'],
    ['long', 'one-way'],
  ] as const)('of an order of the leg %s says that the mode is %s now', async (leg, mode) => {
    const error = new InvalidOrder('position side does not match');
    const { session, settle } = open({ submit: [error] }, { errorMeanings: words });
    expect(await settle(session.submit({ ...order, leg }, signal))).toEqual({
      kind: 'rejected',
      code: 'POSITION_MODE',
      message: `The account is in ${mode} mode at the exchange now: verify it again.`,
    });
  });

  it('can be looked into only where a class of the venue tells its mode', async () => {
    const { session, settle } = open({}, { positionMode: async () => 'hedge' });
    expect(await settle(session.positionMode?.(signal) ?? Promise.resolve(undefined))).toBe(
      'hedge',
    );
    expect(open({}).session.positionMode).toBeUndefined();
  });
});

describe('a live session sends', () => {
  it('once, and tells what the venue answered', async () => {
    const { session, calls, settle } = open({ submit: [state] });
    const outcome = await settle(session.submit(order, signal));
    expect([outcome, calls]).toEqual([{ kind: 'acknowledged', order: state }, ['submit']]);
  });

  it('and looks up what was only acknowledged, until it is there', async () => {
    const { session, calls, settle } = open({
      submit: [undefined],
      lookup: [undefined, new OrderNotFound('none'), state],
    });
    const outcome = await settle(session.submit(order, signal));
    expect(outcome).toEqual({ kind: 'acknowledged', order: state });
    expect(calls).toEqual(['submit', 'lookup', 'lookup', 'lookup']);
  });

  it('and tells of a refusal that came after the acknowledgement', async () => {
    const reason = 'The order would take liquidity at once.';
    const refused = { ...state, status: 'rejected', reason };
    const { session, settle } = open({ submit: [undefined], lookup: [refused] });
    const outcome = await settle(session.submit(order, signal));
    expect(outcome).toEqual({ kind: 'rejected', code: 'WOULD_TAKE', message: reason });
    const other = open({ submit: [undefined], lookup: [{ ...refused, reason: undefined }] });
    const untold = await other.settle(other.session.submit(order, signal));
    expect(untold).toMatchObject({ kind: 'rejected', code: 'OTHER' });
  });

  it.each([
    ['our own limits', late],
    ['a lost answer', new NoAnswerError('cut')],
    ['an absence', new OrderNotFound('none yet')],
    ['a fault', new TypeError('no list')],
  ])(
    'and acknowledges what the venue gave an id, whatever it cannot see for %s',
    async (_, why) => {
      const { session, settle, clock } = open({ lookup: [why] }, taking);
      const startMs = clock.monotonic();
      const outcome = await settle(session.submit(order, signal));
      expect(outcome).toMatchObject({
        kind: 'acknowledged',
        isUnseen: true,
        order: { venueOrderId: 'id-7', clientId: order.clientId, status: 'open', filled: '0' },
      });
      expect(clock.monotonic() - startMs).toBeLessThanOrEqual(1_600);
    },
  );

  it('and acknowledges what failed after the venue had given its id', async () => {
    const submit: Dialect['submit'] = async (call, sent) => {
      rememberOrderId(call, sent, 'id-7');
      throw new NoAnswerError('The list of its trades was cut.');
    };
    const { session, calls, settle } = open({ lookup: [state] }, { submit });
    const outcome = await settle(session.submit(order, signal));
    expect([outcome, calls]).toEqual([{ kind: 'acknowledged', order: state }, ['lookup']]);
  });

  it('and answers in a second and a half though a look never ends', async () => {
    const lookup = () => new Promise<never>(() => undefined);
    const { session, settle, clock } = open({}, { ...taking, lookup });
    const startMs = clock.monotonic();
    expect((await settle(session.submit(order, signal))).kind).toBe('acknowledged');
    expect(clock.monotonic() - startMs).toBeLessThanOrEqual(1_600);
  });

  it.each([
    { type: 'market', timeInForce: 'GTC' },
    { type: 'limit', timeInForce: 'IOC' },
    { type: 'limit', timeInForce: 'FOK' },
  ] as const)(
    'and waits for the fills of what takes at once: $type $timeInForce',
    async (terms) => {
      const closed = { ...state, status: 'closed', filled: '1' };
      const { session, settle } = open({ submit: [state], lookup: [state, state, closed] });
      const outcome = await settle(session.submit({ ...order, ...terms }, signal));
      expect(outcome).toEqual({ kind: 'acknowledged', order: closed });
      const slow = open({ submit: [state], lookup: [{ ...state, filled: '0.5' }] });
      expect(await slow.settle(slow.session.submit({ ...order, ...terms }, signal))).toEqual({
        kind: 'acknowledged',
        order: { ...state, filled: '0.5' },
      });
    },
  );

  it('and answers at once what was taken when the service is left', async () => {
    const leaving = new AbortController();
    const market = { ...order, type: 'market' } as const;
    const seen = open({ submit: [state], lookup: [state] }, {}, leaving);
    const answered = seen.session.submit(market, signal);
    await seen.clock.advance(300);
    leaving.abort(new Error('The service stops.'));
    expect(await answered).toEqual({ kind: 'acknowledged', order: state });
    const lookup = () => new Promise<never>(() => undefined);
    const unseen = open({}, { ...taking, lookup }, leaving);
    expect(await unseen.session.submit(order, signal)).toMatchObject({ isUnseen: true });
    // An order without an id of the venue is looked up all the same: it would be unknown otherwise.
    const unnamed = open({ submit: [undefined], lookup: [undefined, state] }, {}, leaving);
    const outcome = await unnamed.settle(unnamed.session.submit(order, signal));
    expect(outcome).toEqual({ kind: 'acknowledged', order: state });
  });

  it('and looks once at what may rest', async () => {
    const { session, calls, settle } = open({ lookup: [state] }, taking);
    expect(await settle(session.submit(order, signal))).toMatchObject({ order: state });
    expect(calls).toEqual(['lookup']);
  });

  it('and knows not what became of an order that never shows', async () => {
    const { session, settle } = open({ submit: [undefined], lookup: [undefined] });
    expect((await settle(session.submit(order, signal))).kind).toBe('unknown');
  });

  it.each([
    new NoAnswerError('cut'),
    new TypeError('no class of anybody'),
    new OrderNotFound('of a sending?'),
  ])('never again after %s', async (error) => {
    const { session, calls, settle } = open({ submit: [error, state] });
    expect((await settle(session.submit(order, signal))).kind).toBe('unknown');
    expect(calls).toEqual(['submit']);
  });

  it('again while the venue has seen nothing, three times at most', async () => {
    const unreachable = new NotSentError('refused');
    const lucky = open({ submit: [unreachable, state] });
    const outcome = await lucky.settle(lucky.session.submit(order, signal));
    expect([outcome.kind, lucky.calls]).toEqual(['acknowledged', ['submit', 'submit']]);
    const down = open({ submit: [unreachable] });
    const refused = await down.settle(down.session.submit(order, signal));
    expect([refused.kind, down.calls]).toEqual(['rejected', ['submit', 'submit', 'submit']]);
  });

  it.each([
    [new InsufficientFunds('no'), 'INSUFFICIENT_BALANCE'],
    [new RateLimitExceeded('slow down'), 'OTHER'],
    [late, 'RATE_LIMITED', 1_700],
    [new NotSentError('no price', { cause: late }), 'RATE_LIMITED', 1_700],
  ])('not again after a refusal: %s', async (error, code, waitMs?: number) => {
    const { session, calls, settle } = open({ submit: [error, state] });
    const outcome = await settle(session.submit(order, signal));
    expect([outcome, calls]).toMatchObject([{ kind: 'rejected', code }, ['submit']]);
    expect(outcome.kind === 'rejected' && outcome.waitMs).toBe(waitMs);
  });
});

describe('a live session cancels', () => {
  it('and tells what became of the order', async () => {
    const canceled = { ...state, status: 'canceled' };
    const { session, settle } = open({ cancel: [undefined], lookup: [canceled] });
    expect(await settle(session.cancel(ref, signal))).toEqual({ kind: 'done', order: canceled });
  });

  it('what had filled just before', async () => {
    const closed = { ...state, status: 'closed' };
    const { session, settle } = open({ cancel: [new OrderNotFound('gone')], lookup: [closed] });
    expect(await settle(session.cancel(ref, signal))).toEqual({ kind: 'done', order: closed });
  });

  it('nothing that the venue does not know', async () => {
    const none = [new OrderNotFound('none')];
    const { session, settle } = open({ cancel: none, lookup: none });
    expect(await settle(session.cancel(ref, signal))).toEqual({ kind: 'notFound' });
  });

  it('and says that a cancel never left', async () => {
    const { session, calls, settle } = open({ cancel: [late] });
    const outcome = await settle(session.cancel(ref, signal));
    expect([outcome, calls]).toMatchObject([{ kind: 'notSent', waitMs: late.waitMs }, ['cancel']]);
    const cut = open({ cancel: [new NotSentError('no way')] });
    expect(await cut.settle(cut.session.cancel(ref, signal))).toMatchObject({ kind: 'notSent' });
    expect(cut.calls).toEqual(['cancel', 'cancel', 'cancel']);
  });

  it('and says that the venue took it where what became of the order cannot be seen', async () => {
    const { session, settle } = open({ cancel: [undefined], lookup: [late] });
    expect(await settle(session.cancel(ref, signal))).toEqual({ kind: 'taken' });
    const unseen = open({ cancel: [new OrderNotFound('gone')], lookup: [late] });
    expect((await unseen.settle(unseen.session.cancel(ref, signal))).kind).toBe('unknown');
  });

  it('and does not claim to know what it does not', async () => {
    const { session, calls, settle } = open({ cancel: [new NoAnswerError('cut')] });
    expect((await settle(session.cancel(ref, signal))).kind).toBe('unknown');
    expect(calls).toEqual(['cancel']);
  });
});

describe('a live session reads', () => {
  it('again after a loss, and not after an answer', async () => {
    const { session, calls, settle } = open({ lookup: [new NoAnswerError('cut'), state] });
    expect(await settle(session.lookup(ref, signal))).toEqual({ kind: 'found', order: state });
    expect(calls).toHaveLength(2);
    const refused = open({ lookup: [new InsufficientFunds('odd'), state] });
    expect((await refused.settle(refused.session.lookup(ref, signal))).kind).toBe('unknown');
    expect(refused.calls).toHaveLength(1);
  });

  it('that an order is absent only from the venue’s own answer', async () => {
    const absent = open({ lookup: [undefined] });
    expect(await absent.settle(absent.session.lookup(ref, signal))).toEqual({ kind: 'absent' });
    const silent = open({ lookup: [new NoAnswerError('cut')] });
    expect((await silent.settle(silent.session.lookup(ref, signal))).kind).toBe('unknown');
    expect(silent.calls).toHaveLength(3);
  });

  it('and says in words that the venue cannot be asked', async () => {
    const { session, settle } = open({ balances: [new NoAnswerError('The exchange is away.')] });
    await expect(settle(session.balances('spot', signal))).rejects.toMatchObject({
      name: 'VenueUnavailableError',
      message: 'The exchange is away.',
    });
  });

  it('the fills of every symbol, oldest first, as many as were asked for', async () => {
    const fill = (atMs: number) => ({ atMs }) as VenueFill;
    const { session, settle } = open({
      fills: [
        [fill(1), fill(4)],
        [fill(2), fill(3)],
      ],
    });
    const query = { marketType: 'spot', sinceMs: 0, limit: 3 } as const;
    const fills = await settle(session.fills(query, signal));
    expect(fills.map(({ atMs }) => atMs)).toEqual([1, 2, 3]);
  });
});

describe("a dead man's switch of a live session", () => {
  const marketTypes = ['spot', 'swap'] as const;
  async function sets(isShared: boolean) {
    const set: (readonly unknown[])[] = [];
    const { session } = open(
      {},
      {
        marketTypes,
        deadMansSwitch: {
          marketTypes,
          ...(isShared && { isShared }),
          set: async (_, { marketType, delayMs }) => void set.push([marketType, delayMs]),
        },
      },
    );
    const ask = (marketType: 'spot' | 'swap', delayMs?: number) =>
      session.deadMansSwitch?.set({ marketType, symbols: [], delayMs }, signal);
    await ask('spot', 15_000);
    await ask('swap', 15_000);
    await ask('spot');
    await ask('swap');
    return set.slice(2);
  }

  it('is taken off for one market type where each has its own', async () => {
    expect(await sets(false)).toEqual([
      ['spot', undefined],
      ['swap', undefined],
    ]);
  });

  it('stays on until the last market type lets go of it where all share one', async () => {
    expect(await sets(true)).toEqual([['swap', undefined]]);
  });
});
