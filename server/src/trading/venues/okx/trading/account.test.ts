import { describe, expect, it } from 'vitest';
import { okxTrading } from '../../../../../test/support/exchanges/okx/client.ts';
import { okxDialect } from './dialect.ts';

/** As documented (get account configuration). */
const config = {
  acctLv: '2',
  autoLoan: false,
  ctIsoMode: 'automatic',
  greeksType: 'PA',
  ip: '1.2.3.4',
  label: 'v5 test',
  level: 'Lv1',
  perm: 'read_only,withdraw,trade',
  posMode: 'net_mode',
  uid: '44705892343619584',
};

async function facts(answer: object) {
  const { run, asked } = await okxTrading(() => [answer]);
  const told = await run(async (call) => okxDialect.keyFacts?.(call));
  expect(asked.map(({ path }) => path)).toEqual(['/api/v5/account/config']);
  return told;
}

describe('what okx says of a key', () => {
  it('is what it may do, from where, and how contracts are held', async () => {
    expect(await facts(config)).toEqual({
      tradable: ['spot', 'swap', 'future'],
      canWithdraw: true,
      isBoundToAddresses: true,
      isHedged: false,
    });
    expect(await facts({ ...config, perm: 'read_only', ip: '' })).toMatchObject({
      tradable: [],
      canWithdraw: false,
      isBoundToAddresses: false,
    });
    expect(await facts({ ...config, perm: 'read_only,trade' })).toMatchObject({
      tradable: ['spot', 'swap', 'future'],
      canWithdraw: false,
    });
    expect(await facts({ ...config, posMode: 'long_short_mode' })).toMatchObject({
      isHedged: true,
    });
  });

  it('is no word of positions in spot mode', async () => {
    const { isHedged, tradable } = (await facts({ ...config, acctLv: '1' })) ?? {};
    expect([tradable, isHedged]).toEqual([['spot'], undefined]);
  });

  it('is unknown where it says nothing', async () => {
    expect(await facts({ uid: '1' })).toEqual({});
    expect(await facts({ ...config, perm: '', posMode: '' })).toEqual({ isBoundToAddresses: true });
  });
});

it('the clock of okx is asked for', async () => {
  const { run } = await okxTrading(() => [{ ts: '1597026383085' }]);
  expect(await run(async (call) => okxDialect.time?.(call))).toBe(1_597_026_383_085);
  const silent = await okxTrading(() => [{}]);
  await expect(silent.run(async (call) => okxDialect.time?.(call))).rejects.toThrow('time');
});

it.each([
  ['net_mode', 'one_way'],
  ['long_short_mode', 'hedge'],
  ['', undefined],
])('the position mode of okx is read from %s as %s', async (posMode, mode) => {
  const { run } = await okxTrading(() => [{ ...config, posMode }]);
  expect(await run(async (call) => okxDialect.positionMode?.(call))).toBe(mode);
});
