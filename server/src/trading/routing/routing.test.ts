import { beforeEach, describe, expect, it } from 'vitest';
import { accountOf } from '../../../test/support/paper/fixture.ts';
import { AppError } from '../../kit/errors.ts';
import type { Account } from '../model/account.ts';
import { venueIds } from '../model/venue.ts';
import type { Plan } from './plans/types.ts';
import { createRouting } from './routing.ts';
import type { RouteDraft, RouteEstimate, RouteRequest } from './types.ts';

const accounts = venueIds.map((venue) => accountOf(venue));
const draft: RouteDraft = {
  symbol: 'BTC/USDT',
  side: 'buy',
  quantity: 1,
  maxVenues: 3,
  maxSlippageBps: 50,
  accountIds: ['paper-kraken', 'paper-binance'],
};
const plan = { clientPlanId: 'mine', accountIds: ['paper-kraken'] as readonly string[] } as Plan;

let requests: RouteRequest[];
let names: { clientPlanId: string | undefined; requestHash: string; actorId: string }[];
let known: Account[];
let asked: readonly string[];

const routing = createRouting({
  accounts: {
    async find(id) {
      const account = known.find((each) => each.id === id);
      if (account) return account;
      if (id === 'faulty') throw new TypeError('a fault');
      throw new AppError('ACCOUNT_NOT_FOUND');
    },
    list: async () => known,
  },
  estimator: {
    async estimate(request) {
      requests.push(request);
      return { symbol: request.symbol } as RouteEstimate;
    },
  },
  runner: {
    async execute(request, named) {
      requests.push(request);
      names.push(named);
      return plan;
    },
    async plan(name) {
      const first = names.find(({ clientPlanId }) => clientPlanId === name);
      if (!first) throw new AppError('PLAN_NOT_FOUND');
      return { ...plan, ...first };
    },
  },
  async venueStatus({ symbol, venues = [], accounts: own }) {
    asked = own.map(({ id }) => id);
    return venues.map((venue) => ({ venue, ...unavailable(symbol) }));
  },
});
const unavailable = (symbol: string) => ({ isAvailable: false as const, reason: symbol });

beforeEach(() => {
  requests = [];
  names = [];
  known = accounts;
});

const issuesOf = async (call: Promise<unknown>) => {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw error;
  return [error.code, error.issues?.map(({ field, message }) => [field, message])];
};

describe('names', () => {
  it('become what they stand for, in their order', async () => {
    await routing.estimate(draft);
    const [kraken, binance] = [accounts[3], accounts[0]];
    const { symbol, accountIds: _ids, ...terms } = draft;
    expect(requests).toEqual([{ ...terms, symbol, accounts: [kraken, binance], roomShare: 0.02 }]);
  });

  it('that nobody knows are refused all at once', async () => {
    const accountIds = ['nobody', 'paper-binance', 'no one'];
    expect(await issuesOf(routing.estimate({ ...draft, accountIds }))).toEqual([
      'VALIDATION_FAILED',
      [
        ['exchange_account_ids', 'there is no exchange account nobody'],
        ['exchange_account_ids', 'there is no exchange account no one'],
      ],
    ]);
    const malformed = { ...draft, symbol: 'btc' };
    for (const call of [routing.estimate(malformed), routing.venues('btc', [], () => true)]) {
      expect(await issuesOf(call)).toMatchObject([
        'VALIDATION_FAILED',
        [['symbol', expect.anything()]],
      ]);
    }
    expect(requests).toEqual([]);
  });

  it('hide no fault of ours', async () => {
    await expect(routing.estimate({ ...draft, accountIds: ['faulty'] })).rejects.toThrow('a fault');
  });
});

describe('a plan', () => {
  const sender = { actorId: 'key-1', owner: 'main', reaches: () => true };

  it('is the same request for the same terms only', async () => {
    const others: Partial<RouteDraft>[] = [
      { symbol: 'ETH/USDT' },
      { side: 'sell' },
      { quantity: 2 },
      { accountIds: ['paper-binance', 'paper-kraken'] },
      { maxVenues: 2 },
      { maxSlippageBps: 51 },
    ];
    await routing.execute({ ...draft, clientPlanId: 'mine' }, sender);
    await routing.execute({ ...draft, clientPlanId: 'other' }, { ...sender, actorId: 'key-2' });
    for (const other of others) await routing.execute({ ...draft, ...other }, sender);
    const [first, same, ...rest] = names.map(({ requestHash }) => requestHash);
    expect(same).toBe(first);
    expect(new Set([first, ...rest]).size).toBe(others.length + 1);
    expect(names.map(({ clientPlanId }) => clientPlanId).slice(0, 3)).toEqual([
      'mine',
      'other',
      undefined,
    ]);
    expect(names[1]?.actorId).toBe('key-2');
  });

  it('that was made once is answered so though its accounts are gone', async () => {
    await routing.execute({ ...draft, clientPlanId: 'mine' }, sender);
    known = [];
    const again = await routing.execute({ ...draft, clientPlanId: 'mine' }, sender);
    expect(again.clientPlanId).toBe('mine');
    const other = { ...sender, reaches: () => false };
    const hidden = routing.execute({ ...draft, clientPlanId: 'mine' }, other);
    expect(await issuesOf(hidden)).toMatchObject(['VALIDATION_FAILED', expect.anything()]);
    expect(requests).toHaveLength(1);
    for (const changed of [{ quantity: 2 }, { clientPlanId: 'new' }, { clientPlanId: undefined }]) {
      const call = routing.execute({ ...draft, clientPlanId: 'mine', ...changed }, sender);
      expect(await issuesOf(call)).toMatchObject(['VALIDATION_FAILED', expect.anything()]);
    }
  });
});

it('asks of venues for the accounts that a key reaches, in production', async () => {
  const elsewhere = known.filter(({ venue }) => venue === venueIds[0]);
  known = known.map((each) =>
    elsewhere.includes(each) ? { ...each, environment: 'testnet' } : each,
  );
  const told = await routing.venues('BTC/USDT', venueIds.slice(1, 2), (id) => id !== 'paper-okx');
  expect(told.map(({ venue }) => venue)).toEqual(venueIds.slice(1, 2));
  expect(asked).toEqual(['paper-bybit', 'paper-gateio', 'paper-kraken', 'paper-hyperliquid']);
});
