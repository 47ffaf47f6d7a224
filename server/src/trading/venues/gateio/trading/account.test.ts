import { describe, expect, it } from 'vitest';
import { gateClient, nowMs } from '../../../../../test/support/exchanges/gateio/client.ts';
import type { KeyFacts } from '../../shared/live/dialect.ts';
import { gateioDialect } from './dialect.ts';

const right = (name: string, isReadOnly = false) => ({ name, read_only: isReadOnly });
/** As in the exchange's documents; only the beginning of its name is shown. */
const ours = {
  state: 1,
  mode: 1,
  name: 'test1',
  user_id: 1,
  ip_whitelist: ['203.0.113.7'],
  perms: [right('account'), right('spot'), right('futures'), right('delivery')],
  currency_pairs: [],
  key: 'ke*****',
  created_at: 1_753_030_929,
  last_access: 1_753_030_929,
};
const forbidden = { label: 'FORBIDDEN', message: 'no account permission' };

async function facts(answers: Readonly<Record<string, unknown>> = {}): Promise<KeyFacts> {
  const all: Readonly<Record<string, unknown>> = {
    'GET /account/main_keys': [{ ...ours, key: 'c5dcfbf1f3a7*****', perms: [] }, ours],
    'GET /account/detail': { user_id: 1, ip_whitelist: [], key: { mode: 1 }, tier: 0 },
    'GET /futures/usdt/accounts': { user: 1, total: '0', in_dual_mode: false },
    'GET /unified/unified_mode': { mode: 'classic', settings: {} },
    ...answers,
  };
  const { run } = gateClient(({ line }) => all[line]);
  return run((call) => gateioDialect.keyFacts?.(call) ?? Promise.resolve({}));
}

describe('a key', () => {
  it('is known by its beginning among those of the account', async () => {
    expect(await facts()).toEqual({
      tradable: ['spot', 'swap', 'future'],
      isBoundToAddresses: true,
      isHedged: false,
      unifiedMode: 'classic',
    });
  });

  it('trades what it may not only read', async () => {
    const perms = [right('spot'), right('futures', true), right('wallet')];
    const told = await facts({ 'GET /account/main_keys': [{ ...ours, perms }] });
    expect(told.tradable).toEqual(['spot']);
  });

  it.each([
    ['may not ask', forbidden],
    ['is not among them', [{ ...ours, key: 'c5dcfbf1f3a7*****' }]],
    ['has a name without a beginning', [{ ...ours, key: '*****' }]],
    ['is not the only one with its beginning', [ours, ours]],
  ])('that %s is told by the account alone', async (_, keys) => {
    expect(await facts({ 'GET /account/main_keys': keys })).toEqual({
      isBoundToAddresses: false,
      isHedged: false,
      unifiedMode: 'classic',
    });
  });

  it('is told nothing of what it has no right to', async () => {
    const label = 'USER_NOT_FOUND';
    const told = await facts({
      'GET /account/main_keys': forbidden,
      'GET /account/detail': forbidden,
      'GET /unified/unified_mode': forbidden,
      'GET /futures/usdt/accounts': { label, message: 'please transfer funds first' },
    });
    expect(told).toEqual({});
  });

  it.each([
    [{ in_dual_mode: true }, true],
    [{ in_dual_mode: false, position_mode: 'dual' }, true],
    [{ in_dual_mode: false, position_mode: 'single' }, false],
  ])('of an account with %o: both ways %s', async (mode, isHedged) => {
    const told = await facts({ 'GET /futures/usdt/accounts': { user: 1, ...mode } });
    expect(told.isHedged).toBe(isHedged);
  });

  it('is not judged by an answer that never came', async () => {
    const broken = { label: 'SERVER_ERROR', message: 'Internal server error' };
    await expect(facts({ 'GET /account/main_keys': broken })).rejects.toThrow('SERVER_ERROR');
  });
});

it('the clock of the exchange counts milliseconds', async () => {
  const { run, requests } = gateClient(() => ({ server_time: nowMs + 250 }));
  expect(await run((call) => gateioDialect.time?.(call) ?? Promise.resolve(0))).toBe(nowMs + 250);
  expect(requests).toEqual([{ line: 'GET /spot/time', body: undefined }]);
});
