import { algorithmEndpoints } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { refusedStarts, startBody } from '../../../test/support/algorithms/bodies.ts';
import {
  createHandmadeAlgorithms,
  newAlgorithm,
} from '../../../test/support/algorithms/fixture.ts';
import { refusedPairs } from '../../../test/support/algorithms/pair/bodies.ts';
import type { Context, RawInput } from '../../http/bind.ts';
import type { Caller } from '../../http/scope.ts';
import { AppError, StoreError } from '../../kit/errors.ts';
import type { AccountId } from '../model/account.ts';
import { algorithmRoutes } from './routes.ts';
import type { AlgorithmRecord, AlgorithmStatus } from './types.ts';

type Name = keyof typeof algorithmEndpoints;

const trader: Caller = {
  id: 'the key',
  name: 'desk',
  roles: ['trader'],
  paths: ['/**'],
  exchangeAccountIds: undefined,
  owner: 'main',
  expiresAtMs: undefined,
};

function setUp(...held: readonly AlgorithmRecord[]) {
  const made = createHandmadeAlgorithms(...held);
  const bindings = algorithmRoutes(made.algorithms);
  const ask = async (
    name: Name,
    raw: Partial<RawInput> = {},
    changes: Partial<Caller> | null = {},
  ) => {
    const context: Context = {
      caller: changes === null ? undefined : { ...trader, ...changes },
      requestId: 'r',
      signal: new AbortController().signal,
    };
    const input = { params: undefined, query: undefined, body: undefined, ...raw };
    const binding = bindings.find(({ endpoint }) => endpoint === algorithmEndpoints[name]);
    if (!binding) throw new Error(`${name} has no route`);
    const { body, options } = await binding.handle(input, context);
    return { data: 'data' in body ? body.data : undefined, message: options.message };
  };
  const refusal = async (...asked: Parameters<typeof ask>) => {
    const error: unknown = await ask(...asked).catch((thrown: unknown) => thrown);
    if (error instanceof AppError) return error;
    throw new Error(`It was answered: ${JSON.stringify(error)}`);
  };
  return { ...made, ask, refusal };
}

describe('starting an algorithm', () => {
  it.each([...refusedStarts, ...refusedPairs])(
    'refuses %s and names the field',
    async (_what, body, field, message) => {
      const { refusal, calls } = setUp();
      // As it would come over the wire.
      const { code, issues } = await refusal('startAlgorithm', {
        body: JSON.parse(JSON.stringify(body)),
      });
      expect(code).toBe('VALIDATION_FAILED');
      expect(issues).toMatchObject([{ field, message }]);
      expect(calls).toEqual([]);
    },
  );

  it('names all parameters that are wrong, and the order’s own figures with them', async () => {
    const { refusal } = setUp();
    const body = startBody('twap', { duration_seconds: 0, interval_seconds: 0 }, { quantity: -1 });
    const { issues } = await refusal('startAlgorithm', { body });
    expect(issues?.map(({ field, value }) => [field, value])).toEqual([
      ['quantity', -1],
      ['params.duration_seconds', 0],
      ['params.interval_seconds', 0],
    ]);
  });

  it('repeats the value of a parameter that is none, and no long name of one', async () => {
    const { refusal } = setUp();
    const body = startBody('sweep', { ['x'.repeat(300)]: 'y'.repeat(900) });
    const { issues } = await refusal('startAlgorithm', { body });
    expect(issues).toHaveLength(1);
    expect(issues?.[0]?.field).toBe(`params.${'x'.repeat(64)}`);
    expect(JSON.stringify(issues?.[0]?.value).length).toBeLessThan(300);
  });

  it('hands the order on with the defaults of its type', async () => {
    const { ask, calls } = setUp();
    const body = startBody('twap', {}, { client_algorithm_id: 'mine' });
    const { data } = await ask('startAlgorithm', { body });
    expect(data).toMatchObject({ order_id: 'new', client_algorithm_id: 'mine', status: 'RUNNING' });
    expect(calls).toEqual([
      [
        'start',
        {
          symbol: 'BTC/USDT',
          side: 'buy',
          quantity: 2,
          accountIds: ['paper-binance'],
          limitPrice: undefined,
          clientId: 'mine',
          started: {
            type: 'twap',
            params: {
              durationMs: 60_000,
              intervalMs: 10_000,
              aggression: 'neutral',
              randomizeSize: true,
              randomizeTiming: true,
              catchUpEnabled: true,
              maxCatchUpPct: 200,
            },
          },
        },
        'the key',
      ],
    ]);
  });

  it.each([
    ['spread', { contra_exchange_account_ids: ['theirs'] }],
    ['spread', { anchor_exchange_account_ids: ['own', 'theirs'] }],
    ['funding_arb', { spot_exchange_account_id: 'theirs' }],
    ['funding_arb', { perp_exchange_account_id: 'theirs' }],
  ] as const)('refuses a key a %s with a leg on an account out of its reach', async (type, leg) => {
    const { refusal, ask, calls } = setUp();
    const own = { anchor_exchange_account_ids: ['own'], contra_exchange_account_ids: ['own'] };
    const params = type === 'spread' ? { ...own, ...leg } : leg;
    const body = startBody(type, params, { exchange_account_ids: ['own'] });
    const reach = { exchangeAccountIds: ['own'] };
    expect((await refusal('startAlgorithm', { body }, reach)).code).toBe('FORBIDDEN');
    expect(calls).toEqual([]);
    await ask('startAlgorithm', { body }, { exchangeAccountIds: ['own', 'theirs'] });
    expect(calls).toMatchObject([['start', { accountIds: ['own', 'theirs'] }, 'the key']]);
  });

  it('is refused in words that begin alike, whatever refuses, but those of the access rules', async () => {
    const { algorithms, refusal } = setUp();
    const body = startBody('twap');
    const told = async (thrown: Error) => {
      algorithms.start = () => Promise.reject(thrown);
      return refusal('startAlgorithm', { body });
    };
    const cause = new Error('why');
    const options = { message: 'Not now.', data: { order_id: 'a' }, retryAfterMs: 7, cause };
    expect(await told(new AppError('RATE_LIMITED', options))).toMatchObject({
      ...options,
      code: 'RATE_LIMITED',
      message: 'Error - Not now.',
    });
    const said = { message: 'Error - Too small.' };
    expect((await told(new AppError('BELOW_MINIMUM_ORDER', said))).message).toBe(said.message);
    const issue = { field: 'symbol', message: 'nobody lists it.', value: 'X' };
    const { issues } = await told(new AppError('VALIDATION_FAILED', { issues: [issue] }));
    expect(issues).toEqual([{ ...issue, message: 'nobody lists it' }]);
    expect(await told(new StoreError('gone'))).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(/^Error - The database/),
    });
    for (const code of ['UNAUTHORIZED', 'FORBIDDEN'] as const) {
      expect((await told(new AppError(code))).message).toBe(new AppError(code).message);
    }
  });

  it('refuses a key that does not reach one of the accounts', async () => {
    const { refusal, calls } = setUp();
    const body = startBody('twap', {}, { exchange_account_ids: ['own', 'theirs'] });
    const reach = { exchangeAccountIds: ['own'] };
    expect((await refusal('startAlgorithm', { body }, reach)).code).toBe('FORBIDDEN');
    expect((await refusal('startAlgorithm', { body }, null)).code).toBe('UNAUTHORIZED');
    expect(calls).toEqual([]);
  });
});

describe('looking at algorithms', () => {
  it('lists those of the key’s accounts, fifty at a time unless asked otherwise', async () => {
    const { ask, calls } = setUp(newAlgorithm('a'), newAlgorithm('b'));
    const { data } = await ask('listAlgorithms', {}, { exchangeAccountIds: ['desk'] });
    expect(data).toMatchObject({ total: 7, page: 0, size: 50 });
    expect(data).toMatchObject({ orders: [{ order_id: 'a' }, { order_id: 'b' }] });
    const query = { status: 'PAUSED', symbol: 'BTC/USDT', algorithm_type: 'ladder' };
    await ask('listAlgorithms', { query: { ...query, page: '3', size: '200' } });
    expect(calls.map(([, asked]) => asked)).toEqual([
      { accountIds: ['desk'], page: 0, size: 50 },
      { status: 'PAUSED', type: 'ladder', symbol: 'BTC/USDT', page: 3, size: 200 },
    ]);
  });

  it.each([
    ['status', 'running', 'status must be one of RUNNING, PAUSED, CANCELLING, COMPLETED'],
    ['algorithm_type', 'vwap', 'algorithm_type must be one of twap, ladder, sweep, timepace'],
    ['symbol', 'BTC', 'symbol must be like BTC/USDT or BTC/USDT:USDT'],
    ['page', '-1', 'page must be an integer between 0 and 1000000'],
    ['page', '1.5', 'page must be an integer between 0 and 1000000'],
    ['size', '0', 'size must be an integer between 1 and 200'],
    ['size', '201', 'size must be an integer between 1 and 200'],
  ])('refuses %s %s in a list', async (field, value, message) => {
    const { refusal, calls } = setUp();
    const { code, issues } = await refusal('listAlgorithms', { query: { [field]: value } });
    expect(code).toBe('VALIDATION_FAILED');
    expect(issues).toMatchObject([{ field, message: expect.stringContaining(message) }]);
    expect(calls).toEqual([]);
  });

  it.each(['getAlgorithm', 'pauseAlgorithm', 'resumeAlgorithm', 'cancelAlgorithm'] as const)(
    '%s passes on who asks, and what the key reaches',
    async (name) => {
      const accountIds = ['one', 'two'] as unknown as AccountId[];
      const { ask, refusal, calls } = setUp(newAlgorithm('a', { accountIds }));
      const asked = { params: { order_id: 'a' } };
      const { data } = await ask(name, asked, { exchangeAccountIds: ['two', 'one'] });
      expect(data).toMatchObject({ order_id: 'a', exchange_account_ids: ['one', 'two'] });
      const { code } = await refusal(name, asked, { exchangeAccountIds: ['one'] });
      expect(code).toBe('ALGORITHM_NOT_FOUND');
      expect((await refusal(name, asked, null)).code).toBe('UNAUTHORIZED');
      const verb = name.replace('Algorithm', '').replace('get', 'show');
      expect(calls).toEqual([
        [verb, 'a', 'the key'],
        [verb, 'a', 'the key'],
      ]);
    },
  );

  it.each<[AlgorithmStatus, string]>([
    ['RUNNING', 'Algorithm resumed'],
    ['PAUSED', 'Algorithm paused'],
    ['CANCELLING', 'Algorithm is being cancelled'],
    ['CANCELLED', 'Algorithm cancelled'],
    ['COMPLETED', 'Algorithm completed'],
    ['FAILED', 'Algorithm failed'],
  ])('says of one that is %s now: %s', async (status, message) => {
    const { ask } = setUp(newAlgorithm('a', { status }));
    const answer = await ask('cancelAlgorithm', { params: { order_id: 'a' } });
    expect(answer.message).toBe(message);
  });
});
