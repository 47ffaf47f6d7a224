import { describe, expect, it } from 'vitest';
import { openKrakenDialect } from '../../../../../../test/support/exchanges/kraken/client.ts';
import type { KeyFacts } from '../../../shared/live/dialect.ts';
import { krakenSpotDialect } from './dialect.ts';

const ask = (result: unknown) =>
  openKrakenDialect(krakenSpotDialect, [{ body: { error: [], result } }]);

/** As in the venue's documents, without the key. */
const info = {
  apiKeyName: 'my-api-key',
  nonce: '1772627060997',
  nonceWindow: 0,
  permissions: ['query-funds', 'withdraw-funds', 'query-open-trades', 'modify-trades'],
  iban: 'AA88 N84G WOAK NMOI',
  validUntil: '0',
  queryFrom: '0',
  queryTo: '0',
  createdTime: '1772542900',
  ipAllowlist: [],
  lastUsed: '1772627061',
};

async function facts(result: unknown): Promise<KeyFacts | undefined> {
  const { run, wire } = await ask(result);
  const told = await run(async (call) => krakenSpotDialect.keyFacts?.(call));
  expect(wire.map(({ address }) => address)).toEqual(['api.kraken.com/0/private/GetApiKeyInfo']);
  return told;
}

describe('a key of kraken spot', () => {
  it('is known by what it may do and from where', async () => {
    const full = { ...info, permissions: [...info.permissions, 'close-trades'] };
    expect(await facts(full)).toEqual({
      tradable: ['spot'],
      canWithdraw: true,
      isBoundToAddresses: false,
    });
    const careful = { ...info, permissions: ['query-funds'], ipAllowlist: ['203.0.113.7/32'] };
    expect(await facts(careful)).toEqual({
      tradable: [],
      canWithdraw: false,
      isBoundToAddresses: true,
    });
  });

  it('is not known by what the venue does not say', async () => {
    // It may order, and it is not known whether it may cancel.
    expect(await facts(info)).toEqual({ canWithdraw: true, isBoundToAddresses: false });
    expect(await facts({ apiKeyName: 'my-api-key' })).toEqual({});
  });
});

describe('the clock of kraken', () => {
  it('is in the middle of the second that it tells', async () => {
    const { run, wire } = await ask({
      unixtime: 1_616_336_594,
      rfc1123: 'Sun, 21 Mar 21 14:23:14',
    });
    expect(await run(async (call) => krakenSpotDialect.time?.(call))).toBe(1_616_336_594_500);
    expect(wire).toMatchObject([{ method: 'GET', address: 'api.kraken.com/0/public/Time' }]);
  });

  it('is not taken for zero where it says nothing', async () => {
    const { run } = await ask({});
    await expect(run(async (call) => krakenSpotDialect.time?.(call))).rejects.toThrow('time');
  });
});
