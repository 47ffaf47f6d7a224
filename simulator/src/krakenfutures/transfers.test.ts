import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Bench,
  type Fields,
  openBench,
  root,
  startedText,
} from '../../test/support/krakenfutures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const path = `POST ${root}/transfer`;
const withdrawal = `POST ${root}/withdrawal`;
const out = { fromAccount: 'flex', toAccount: 'cash', unit: 'usd', amount: '0.5' };
const accounts = async () => (await bench.ok(`GET ${root}/accounts`)).accounts;

describe('a transfer', () => {
  it('is between wallets, by names and units in letters of any size', async () => {
    expect(await bench.ok(path, out)).toEqual({ result: 'success', serverTime: startedText });
    await bench.ok(path, { ...out, fromAccount: 'FLEX', unit: 'ETH', amount: '1.5' });
    const margin = { fromAccount: 'fi_xbtusd', toAccount: 'cash', unit: 'xbt', amount: '1' };
    await bench.ok(path, margin);
    const { cash, flex, fi_xbtusd } = await accounts();
    expect(cash.balances).toEqual({ usd: '0.5', eth: '1.5', xbt: '1' });
    expect(flex.currencies.USD.quantity).toBe(99_999.5);
    expect(fi_xbtusd.balances.xbt).toBe('999');
  });

  it.each([
    [{ amount: '100000.01' }, 'insufficientFunds'],
    [{ amount: '0' }, 'invalidAmount'],
    [{ unit: 'nope' }, 'invalidUnit'],
    [{ fromAccount: 'pocket' }, 'invalidAccount'],
    [{ fromAccount: 'cash' }, 'invalidAccount'],
    [{ toAccount: 'fi_xbtusd' }, 'invalidAccount'],
    [{ toAccount: '' }, 'requiredArgumentMissing'],
    [{ amount: 'x' }, 'invalidArgument: amount'],
  ])('with %j is refused: %s', async (fields: Fields, error) => {
    expect(await bench.no(path, { ...out, ...fields })).toEqual([200, error]);
    expect((await accounts()).flex.currencies.USD.quantity).toBe(100_000);
  });
});

describe('a withdrawal', () => {
  const asked = { currency: 'usd', amount: '10', sourceWallet: 'flex' };

  it('needs a key that may withdraw', async () => {
    expect(await bench.no(withdrawal, asked)).toEqual([200, 'authenticationError']);
  });
});
