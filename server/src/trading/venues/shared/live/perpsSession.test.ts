import { describe, expect, it } from 'vitest';
import { memoryMarginModes } from '../../../../../test/support/accounts/marginModes.ts';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../model/symbol.ts';
import type { VenueLedgerEntry, VenuePosition } from '../../perpsPort.ts';
import type { Dialect } from './dialect.ts';
import { type ErrorMeaning, refusalTexts } from './failures.ts';
import { createLine } from './line.ts';
import type { PerpsDialect } from './perpsDialect.ts';
import { inOrder, perpsOf } from './perpsSession.ts';
import { NoAnswerError, NotSentError } from './tradeHttp.ts';

const symbol = parseSymbol('BTC/USDT:USDT') ?? ('' as never);
const other = parseSymbol('ETH/USDT:USDT') ?? ('' as never);
const market = { symbol, marketType: 'swap' } as const;
const move = { asset: 'USDT', amount: '5', from: 'spot', to: 'swap' } as const;
const moved = { transferId: '1', status: 'completed', atMs: 1, result: {} } as const;
const { signal } = new AbortController();

class BadRequest extends Error {}
class InsufficientFunds extends Error {}
class RateLimitExceeded extends Error {}
class OrderNotFound extends Error {}

/** Gives one answer per call, and repeats the last; errors are thrown. */
function answering(...answers: readonly unknown[]) {
  let calls = 0;
  const call = async () => {
    const answer = answers[Math.min(calls, answers.length - 1)];
    calls += 1;
    if (answer instanceof Error) throw answer;
    return answer as never;
  };
  return { call, calls: () => calls };
}

const none: PerpsDialect = {
  positions: async () => [],
  fundingPayments: async () => [],
  realizedPnl: async () => [],
  fundingRate: async () => {
    throw new NoAnswerError('none');
  },
  marks: async () => [],
};

type Parts = Pick<Dialect, 'perps' | 'transfers' | 'portfolioMargin'>;

function open(
  ...classes: readonly (Parts & { readonly errorMeanings?: readonly ErrorMeaning[] })[]
) {
  const clock = createManualClock();
  const dialectClients = classes.map((parts, index) => ({
    dialect: {
      ccxtClass: `class ${index}`,
      marketTypes: ['swap'],
      errorMeanings: [],
      ...parts,
    } as never,
    client: async () => ({ call: (_: unknown, work: (ccxt: never) => never) => work({} as never) }),
  }));
  const deps = {
    clock,
    dialectClients: dialectClients as never,
    links: new Map(),
    marginModes: memoryMarginModes(),
    random: createSeededRandom('perps'),
    events: { order: () => undefined, fill: () => undefined },
  };
  const line = createLine(deps, { purpose: 'caller' });
  const settle = async <Value>(answer: Promise<Value> | undefined): Promise<Value> => {
    if (!answer) throw new Error('the session has it');
    answer.catch(() => undefined);
    for (let step = 0; step < 50; step += 1) await clock.advance(100);
    return answer;
  };
  return { session: perpsOf(dialectClients as never, line), settle };
}

describe('a session', () => {
  it('has what its classes have, and nothing else', () => {
    expect(Object.keys(open({}).session)).toEqual([]);
    expect(Object.keys(open({ perps: none }).session).sort()).toEqual([
      'fundingPayments',
      'fundingRate',
      'positions',
      'realizedPnl',
    ]);
    const leverage = { get: answering().call, set: answering().call };
    const whole = { perps: { ...none, leverage, setMarginMode: answering().call } };
    const { session } = open({}, whole);
    expect(session.setLeverage && session.leverage && session.setMarginMode).toBeDefined();
    expect([session.transfer, session.portfolioMargin]).toEqual([undefined, undefined]);
  });
});

describe('a setting', () => {
  const setting = { ...market, leverage: 3 };
  const setWith = (
    set: ReturnType<typeof answering>,
    errorMeanings: readonly ErrorMeaning[] = [],
  ) => open({ perps: { ...none, leverage: { get: set.call, set: set.call } }, errorMeanings });

  it('is told again after a doubt: it is set once all the same', async () => {
    const set = answering(new NoAnswerError('lost'), { result: { ok: true } });
    const { session, settle } = setWith(set);
    const outcome = await settle(session.setLeverage?.(setting, signal));
    expect([outcome, set.calls()]).toEqual([{ kind: 'done', result: { ok: true } }, 2]);
  });

  it('is unknown when the doubt stays', async () => {
    const set = answering(new NoAnswerError('lost'));
    const { session, settle } = setWith(set);
    const outcome = await settle(session.setLeverage?.(setting, signal));
    expect([outcome.kind, set.calls()]).toEqual(['unknown', 3]);
  });

  it.each([
    ['refused', new BadRequest('position open')],
    ['not sent', new NotSentError('no way')],
    ['limited', new RateLimitExceeded('too fast')],
    ['not found', new OrderNotFound('no such contract')],
  ])('that may have been done stays unknown when it is then %s', async (_, then) => {
    const set = answering(new NoAnswerError('lost'), then);
    const { session, settle } = setWith(set);
    const outcome = await settle(session.setLeverage?.(setting, signal));
    expect(outcome).toEqual({ kind: 'unknown', message: then.message });
    const { session: other, settle: settleOther } = open({
      perps: { ...none, setMarginMode: answering(new NoAnswerError('lost'), then).call },
    });
    const isolated = { ...market, marginMode: 'isolated' } as const;
    const mode = await settleOther(other.setMarginMode?.(isolated, signal));
    expect(mode.kind).toBe('unknown');
  });

  it('that was limited or not sent until it was refused is rejected', async () => {
    const then = [new NotSentError('no way'), new RateLimitExceeded('fast'), new BadRequest('no')];
    const set = answering(...then);
    const { session, settle } = setWith(set);
    const outcome = await settle(session.setLeverage?.(setting, signal));
    expect([outcome, set.calls()]).toEqual([{ kind: 'rejected', code: 'OTHER', message: 'no' }, 3]);
  });

  it('that may have been done is unknown in the words for what it ended in', async () => {
    const set = answering(new NoAnswerError('lost'), new BadRequest('code 9'));
    const errorMeanings: readonly ErrorMeaning[] = [
      { pattern: /code 9/, means: 'CONFLICT', message: 'Busy.' },
    ];
    const { session, settle } = setWith(set, errorMeanings);
    const outcome = await settle(session.setLeverage?.(setting, signal));
    expect(outcome).toEqual({ kind: 'unknown', message: 'Busy.' });
  });

  it.each(['INVALID', 'CONFLICT', 'INSUFFICIENT_BALANCE'] as const)(
    'that the venue refuses is told once, and %s stays what it is',
    async (means) => {
      const set = answering(new BadRequest('code 7'));
      const { session, settle } = setWith(set, [{ pattern: /code 7/, means }]);
      const outcome = await settle(session.setLeverage?.(setting, signal));
      expect([outcome, set.calls()]).toEqual([
        { kind: 'rejected', code: means, message: 'code 7' },
        1,
      ]);
    },
  );

  it('refused for margin is one refused for want of money', async () => {
    const set = answering(new InsufficientFunds('poor'));
    const outcome = await setWith(set).session.setLeverage?.(setting, signal);
    expect(outcome).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    const errorMeanings: readonly ErrorMeaning[] = [
      { pattern: /poor/, means: 'INSUFFICIENT_MARGIN' },
    ];
    const margin = await setWith(answering(new Error('poor')), errorMeanings).session.setLeverage?.(
      setting,
      signal,
    );
    expect(margin).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  });

  it('refused for any other reason is a refusal of the exchange', async () => {
    const errorMeanings: readonly ErrorMeaning[] = [
      { pattern: /key/, means: 'OTHER', message: refusalTexts.badCredentials },
    ];
    const { session } = setWith(answering(new Error('key')), errorMeanings);
    expect(await session.setLeverage?.(setting, signal)).toEqual({
      kind: 'rejected',
      code: 'OTHER',
      message: refusalTexts.badCredentials,
    });
  });
});

describe('a transfer', () => {
  it('is sent once, whatever is not known of it', async () => {
    const send = answering(new NoAnswerError('lost'), moved);
    const { session, settle } = open({ transfers: { from: ['spot'], move: send.call } });
    const outcome = await settle(session.transfer?.(move, signal));
    expect([outcome.kind, send.calls()]).toEqual(['unknown', 1]);
  });

  it('is sent again only while the venue has seen nothing', async () => {
    const send = answering(new NotSentError('refused'), moved);
    const { session, settle } = open({ transfers: { from: ['spot'], move: send.call } });
    const outcome = await settle(session.transfer?.(move, signal));
    expect([outcome, send.calls()]).toEqual([{ kind: 'done', ...moved }, 2]);
  });

  it('goes through the class that has the wallet it leaves', async () => {
    const [spot, futures] = [answering(moved), answering({ ...moved, transferId: '2' })];
    const { session } = open(
      { transfers: { from: ['spot'], move: spot.call } },
      { transfers: { from: ['swap', 'cash'], move: futures.call } },
    );
    const back = await session.transfer?.({ ...move, from: 'swap', to: 'spot' }, signal);
    expect([back, spot.calls()]).toMatchObject([{ transferId: '2' }, 0]);
    const nowhere = await session.transfer?.({ ...move, from: 'margin' }, signal);
    expect(nowhere).toMatchObject({ kind: 'rejected', code: 'INVALID' });
  });
});

describe('a collection of a portfolio margin account', () => {
  it.each(['collectAll', 'collect'] as const)(
    'stays unknown once it may have been made (%s)',
    async (verb) => {
      const call = answering(new NoAnswerError('lost'), new BadRequest('nothing to collect')).call;
      const own = { balances: call, totals: call, collectAll: call, collect: call };
      const { session, settle } = open({ portfolioMargin: own });
      const collecting =
        verb === 'collect'
          ? session.portfolioMargin?.collect('USDT', signal)
          : session.portfolioMargin?.collectAll(signal);
      expect(await settle(collecting)).toEqual({ kind: 'unknown', message: 'nothing to collect' });
    },
  );
});

describe('what is read', () => {
  const entry = (id: string, atMs: number, own: InstrumentSymbol = symbol): VenueLedgerEntry => ({
    id,
    symbol: own,
    amount: '1',
    asset: 'USDT',
    atMs,
    info: {},
  });
  const query = { ...market, symbol: undefined, sinceMs: undefined, limit: 10 };
  const ids = (entries: readonly VenueLedgerEntry[]) => entries.map(({ id }) => id).join(' ');

  it('is in the order of time, each once', () => {
    const entries = [entry('c', 3), entry('a', 1), entry('b', 2), entry('a', 1)];
    expect(ids(inOrder(entries, query))).toBe('a b c');
  });

  it('begins at the time asked for, else ends with the newest', () => {
    const entries = [entry('a', 1), entry('b', 2), entry('c', 3), entry('d', 4)];
    expect(ids(inOrder(entries, { ...query, limit: 2 }))).toBe('c d');
    expect(ids(inOrder(entries, { ...query, sinceMs: 2, limit: 2 }))).toBe('b c');
  });

  it('is of the symbol asked for', () => {
    const entries = [entry('a', 1, other), entry('b', 2)];
    expect(ids(inOrder(entries, { ...query, symbol }))).toBe('b');
  });

  it('is an answer, or the last reason why there is none', async () => {
    const asked = answering(new NoAnswerError('lost'), new BadRequest('no such thing'));
    const { session, settle } = open({ perps: { ...none, positions: asked.call } });
    const answer = settle(session.positions?.('swap', undefined, signal));
    await expect(answer).rejects.toThrow('no such thing');
  });

  it('has positions by symbol, the long one of two first', async () => {
    const position = (own: InstrumentSymbol, side: 'long' | 'short') =>
      ({ symbol: own, side }) as VenuePosition;
    const found = [position(other, 'short'), position(symbol, 'short'), position(symbol, 'long')];
    const { session } = open({ perps: { ...none, positions: async () => found } });
    const positions = await session.positions?.('swap', undefined, signal);
    expect(positions?.map((each) => `${each.symbol} ${each.side}`)).toEqual([
      `${symbol} long`,
      `${symbol} short`,
      `${other} short`,
    ]);
  });
});
