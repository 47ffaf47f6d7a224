import { describe, expect, it } from 'vitest';
import { openKrakenDialect } from '../../../../../../test/support/exchanges/kraken/client.ts';
import { keyFacts, venueTime } from './account.ts';
import { krakenFuturesDialect } from './dialect.ts';

const speak = (body: object) => openKrakenDialect(krakenFuturesDialect, [{ body }]);

async function factsOf(body: object) {
  const { run } = await speak(body);
  return run(keyFacts);
}

const told = {
  apiKey: 'Gom9BsP75m41c9fuY6oJk',
  accountUid: '3c90c3cc-0d44-4b50-8888-8dd25736052a',
  iiban: 'AA08 N84G CPAR UN7A',
  createdAt: '2019-08-24T14:15:22Z',
  permissions: { general: 'FULL_ACCESS', transfer: 'NO_ACCESS' },
  allowedCidrBlock: '192.168.0.0/16',
  allowedCidrBlocks: ['192.168.0.0/16'],
};

describe('what the venue tells of a key of futures', () => {
  it('is asked where ccxt does not know to ask', async () => {
    const { run, wire } = await speak(told);
    expect(await run(keyFacts)).toEqual({
      tradable: ['swap', 'future'],
      canWithdraw: false,
      isBoundToAddresses: true,
    });
    expect(wire).toEqual([
      { method: 'GET', address: 'futures.kraken.com/api/auth/v1/api-keys/v3/check', fields: {} },
    ]);
  });

  it('is what it may do of all there is', async () => {
    const permissions = { general: 'READ_ONLY', transfer: 'FULL_ACCESS' };
    const facts = { tradable: [], canWithdraw: true, isBoundToAddresses: false };
    expect(await factsOf({ ...told, permissions, allowedCidrBlocks: [] })).toEqual(facts);
    const everywhere = ['192.168.0.0/16', '0.0.0.0/0'];
    expect(await factsOf({ ...told, permissions, allowedCidrBlocks: everywhere })).toEqual(facts);
  });

  it('is not known where its words are not', async () => {
    const permissions = { general: 'SOME_ACCESS', transfer: null };
    expect(await factsOf({ permissions, allowedCidrBlocks: null })).toEqual({});
    expect(await factsOf({})).toEqual({});
  });
});

describe('the clock of futures', () => {
  it('is told with any answer', async () => {
    const { run, wire } = await speak({ serverTime: '2023-11-14T22:13:20.123Z', ticker: {} });
    expect(await run(venueTime)).toBe(1_700_000_000_123);
    expect(wire[0]?.address).toBe('futures.kraken.com/derivatives/api/v3/tickers/PF_XBTUSD');
  });

  it('has to be told', async () => {
    const { run } = await speak({ ticker: {} });
    await expect(run(venueTime)).rejects.toThrow('did not report the time');
  });
});
