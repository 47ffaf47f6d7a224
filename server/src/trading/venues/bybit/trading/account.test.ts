import { describe, expect, it } from 'vitest';
import { memoryMarginModes } from '../../../../../test/support/accounts/marginModes.ts';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import { keyFacts, venueTime } from './account.ts';

const desk = {
  readOnly: 0,
  permissions: {
    ContractTrade: ['Order', 'Position'],
    Spot: ['SpotTrade'],
    Wallet: ['AccountTransfer', 'SubMemberTransfer'],
    Options: ['OptionsTrade'],
  },
  ips: ['*'],
};

/** Returns the facts of a key from the venue's answers about it and about its positions. */
async function factsOf(key: object, positions: readonly (readonly object[])[] = [[], []]) {
  const asked: unknown[] = [];
  const lists = [...positions];
  const client = {
    async request(...[path, , , params]: Parameters<CcxtClient['request']>) {
      asked.push([path, params]);
      return { result: path === 'v5/user/query-api' ? key : { list: lists.shift() } };
    },
  } as unknown as CcxtClient;
  const clock = createManualClock();
  const facts = await keyFacts({
    client,
    clock,
    links: new Map(),
    heard: () => undefined,
    marginModes: memoryMarginModes(),
  });
  return { facts, asked };
}

describe('facts of a key at bybit', () => {
  it('are read as the documents have them', async () => {
    const { facts, asked } = await factsOf(desk);
    expect(facts).toEqual({
      tradable: ['spot', 'swap', 'future'],
      canWithdraw: false,
      isBoundToAddresses: false,
      isHedged: false,
    });
    expect(asked).toEqual([
      ['v5/user/query-api', {}],
      ['v5/position/list', { category: 'linear', settleCoin: 'USDT' }],
      ['v5/position/list', { category: 'linear', symbol: 'BTCUSDT' }],
    ]);
  });

  it('are that nothing is traded or withdrawn with a key that only reads', async () => {
    const permissions = { ...desk.permissions, Wallet: ['Withdraw'] };
    const { facts, asked } = await factsOf({ ...desk, permissions, readOnly: 1 });
    expect(facts).toEqual({ tradable: [], canWithdraw: false, isBoundToAddresses: false });
    expect(asked).toHaveLength(1);
    // ccxt quotes numbers.
    expect((await factsOf({ ...desk, readOnly: '1' })).facts.tradable).toEqual([]);
    expect((await factsOf({ ...desk, permissions })).facts.canWithdraw).toBe(true);
  });

  it('are of a bound key where there are addresses', async () => {
    expect((await factsOf({ ...desk, ips: ['192.0.2.1'] })).facts.isBoundToAddresses).toBe(true);
    expect((await factsOf({ ...desk, ips: [] })).facts.isBoundToAddresses).toBe(false);
  });

  it.each([
    ['a position that is held', [[{ positionIdx: '2' }], [{ positionIdx: '0' }]]],
    ['the largest contract', [[], [{ positionIdx: 1 }, { positionIdx: 2 }]]],
  ])('are of hedge mode where %s is', async (_, positions) => {
    expect((await factsOf(desk, positions)).facts.isHedged).toBe(true);
  });

  it('name what is held another way, but not what cannot be held both ways', async () => {
    const hedged = { symbol: 'BTCUSDT', positionIdx: 1 };
    const dated = { symbol: 'BTCUSDT-25DEC26', positionIdx: 0 };
    const { facts } = await factsOf(desk, [[dated], [hedged]]);
    expect([facts.isHedged, facts.heldOtherwise]).toEqual([true, undefined]);
    const mixed = await factsOf(desk, [[{ symbol: 'ETHUSDT', positionIdx: 0 }], [hedged]]);
    expect(mixed.facts).toMatchObject({
      isHedged: true,
      heldOtherwise: expect.stringContaining('held one way'),
    });
  });
});

it('the clock of bybit has to be told', async () => {
  const answer: { time?: string } = { time: '1666879482792' };
  const client = { request: async () => answer } as unknown as CcxtClient;
  const call = {
    client,
    clock: createManualClock(),
    links: new Map(),
    heard: () => undefined,
    marginModes: memoryMarginModes(),
  };
  expect(await venueTime(call)).toBe(1_666_879_482_792);
  delete answer.time;
  await expect(venueTime(call)).rejects.toThrow('time');
});
