import { describe, expect, test } from 'vitest';
import { createAlgorithmHouse, draftOf } from '../../../../test/support/algorithmHouse.ts';
import { accountNamed } from '../../../../test/support/planFixture.ts';
import { AppError } from '../../../kit/errors.ts';
import { checkStart, hashOf, newRecord, type StartDeps } from './starting.ts';

function check(changes: Partial<StartDeps> = {}, draft = draftOf()) {
  const { deps } = createAlgorithmHouse();
  const usd = { ready: async () => undefined, known: () => 1 };
  return checkStart({ ...deps, usd, ...changes }, draft);
}

describe('a start', () => {
  test('is measured from the mid and the spread of the common best prices', async () => {
    const checked = await check();
    expect(checked.arrivalPrice).toBe(100.5);
    expect(checked.arrivalSpreadBps).toBeCloseTo((1 / 100.5) * 10_000);
  });

  test('is refused for an account that there is not, or that is halted', async () => {
    const none = { accounts: { find: () => Promise.reject(new AppError('ACCOUNT_NOT_FOUND')) } };
    await expect(check(none)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const halted = { accounts: { find: async (id: string) => accountNamed(id, { halted: true }) } };
    await expect(check(halted)).rejects.toMatchObject({ code: 'ACCOUNT_HALTED' });
  });

  test('is refused without a book to begin with, by its field', async () => {
    const books = { ready: async () => [] };
    await expect(check({ books })).rejects.toMatchObject({ issues: [{ field: 'symbol' }] });
  });

  test('is refused when no account could trade its quantity', async () => {
    const code = 'BELOW_MINIMUM_ORDER';
    await expect(check({}, draftOf({ quantity: 0.09 }))).rejects.toMatchObject({ code });
    await expect(check({}, draftOf({ quantity: 0.1 }))).resolves.toBeDefined();
  });

  test('has the state that callers see before its first step', async () => {
    const made = newRecord(draftOf(), await check(), { id: 'a', actorId: 'k', atMs: 5 });
    expect(made.run.reported).not.toEqual({});
    expect(made).toMatchObject({ quantity: '1', status: 'RUNNING', run: { nextEvent: 2 } });
  });

  test('is another one by everything but its client id', () => {
    const hash = hashOf(draftOf());
    expect(hashOf(draftOf({ clientId: 'mine' }))).toBe(hash);
    const { started } = draftOf();
    const others = [
      draftOf({ quantity: 2 }),
      draftOf({ side: 'sell' }),
      draftOf({ limitPrice: 100 }),
      draftOf({ accountIds: ['desk', 'other'] }),
      draftOf({ symbol: 'ETH/USDT' }),
      { ...draftOf(), started: { ...started, params: { ...started.params, intervalMs: 1_000 } } },
    ] as ReturnType<typeof draftOf>[];
    expect(new Set([hash, ...others.map(hashOf)]).size).toBe(others.length + 1);
  });
});
