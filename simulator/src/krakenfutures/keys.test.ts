import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  apiKey,
  type Bench,
  openBench,
  root,
  signedHeaders,
} from '../../test/support/krakenfutures.ts';
import { keyCheck } from './keys.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

describe('a key', () => {
  it('is told what it may do and from where, without an envelope', async () => {
    const { status, json } = await bench.call(`GET ${keyCheck}`);
    expect(status).toBe(200);
    expect(json).toEqual({
      apiKey,
      accountUid: expect.any(String),
      iiban: null,
      createdAt: '2027-01-14T08:00:00.000Z',
      permissions: { general: 'FULL_ACCESS', transfer: 'NO_ACCESS' },
      allowedCidrBlock: '192.0.2.1/32',
      allowedCidrBlocks: ['192.0.2.1/32'],
    });
  });

  it('that may withdraw and may not trade, from anywhere, is told so', async () => {
    const secret = Buffer.from('another').toString('base64');
    bench.simulator.addAccount({
      venue: 'krakenfutures',
      apiKey: 'loose',
      secret,
      balances: {},
      rights: { contracts: false, withdrawals: true, isBoundToAddresses: false },
    });
    const headers = { ...signedHeaders(keyCheck, '', { key: secret }), APIKey: 'loose' };
    const { json } = await bench.raw('GET', keyCheck, { headers });
    expect(json).toMatchObject({
      permissions: { general: 'READ_ONLY', transfer: 'FULL_ACCESS' },
      allowedCidrBlock: null,
      allowedCidrBlocks: [],
    });
  });

  it('has to have signed the whole path', async () => {
    const headers = signedHeaders('/api-keys/v3/check', '');
    const { status, json } = await bench.raw('GET', keyCheck, { headers });
    expect([status, json.suberror, json.error]).toEqual([401, null, expect.any(String)]);
  });
});

it('one product has a ticker of its own, with the time of the exchange', async () => {
  const { ticker, serverTime } = await bench.ok(`GET ${root}/tickers/PF_XBTUSD`);
  expect([ticker.symbol, ticker.bid, serverTime]).toEqual([
    'PF_XBTUSD',
    100,
    '2027-01-15T08:00:00.000Z',
  ]);
  expect(await bench.no(`GET ${root}/tickers/PF_NONE`)).toEqual([200, 'contractNotFound']);
});
