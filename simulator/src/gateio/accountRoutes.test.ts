import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/gateio.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

/** Sends a request of another account, of whose key the answer shows twelve characters. */
async function ask(endpoint: string, body?: object) {
  const [method = '', path = ''] = endpoint.split(' ');
  const text = body ? JSON.stringify(body) : '';
  const timestamp = String(Math.floor(bench.now() / 1_000));
  const hash = createHash('sha512').update(text).digest('hex');
  const payload = [method, `/api/v4${path}`, '', hash, timestamp].join('\n');
  const SIGN = createHmac('sha512', 'secret').update(payload).digest('hex');
  const headers = { KEY: 'c5dcfbf1f3a7b8c9', Timestamp: timestamp, SIGN };
  return bench.raw(endpoint, { headers, ...(body && { body: text }) });
}

function addAccount(changes: object): void {
  bench.simulator.addAccount({
    venue: 'gateio',
    apiKey: 'c5dcfbf1f3a7b8c9',
    secret: 'secret',
    balances: { spot: { USDT: '10' }, 'futures/usdt': { USDT: '10' } },
    ...changes,
  });
}

it('a key is told with its rights, and its name but in part', async () => {
  addAccount({ rights: { contracts: false } });
  const { json } = await ask('GET /account/main_keys');
  expect(json).toMatchObject([
    {
      key: 'c5dcfbf1f3a7*****',
      state: 1,
      ip_whitelist: ['203.0.113.7'],
      perms: [
        { name: 'account', read_only: true },
        { name: 'spot', read_only: false },
        { name: 'futures', read_only: true },
        { name: 'delivery', read_only: true },
      ],
    },
  ]);
  expect((await ask('GET /account/detail')).json).toMatchObject({
    user_id: 2,
    ip_whitelist: ['203.0.113.7'],
    key: { mode: 1 },
  });
});

it('a key without the right to trade reads, and does no more', async () => {
  addAccount({ rights: { contracts: false, isBoundToAddresses: false } });
  expect((await ask('GET /account/detail')).json.ip_whitelist).toEqual([]);
  expect((await ask('GET /futures/usdt/accounts')).status).toBe(200);
  const refused = await ask('POST /futures/usdt/orders', { contract: 'BTC_USDT', size: 1 });
  expect([refused.status, refused.json.label]).toEqual([403, 'READ_ONLY']);
  const spot = { currency_pair: 'BTC_USDT', side: 'buy', amount: '0.1', price: '90' };
  expect((await ask('POST /spot/orders', spot)).status).toBe(201);
});

it('an account that holds contracts both ways says so', async () => {
  addAccount({ isHedged: true });
  expect((await ask('GET /futures/usdt/accounts')).json.in_dual_mode).toBe(true);
  expect(await bench.ok('GET /futures/usdt/accounts')).toMatchObject({ in_dual_mode: false });
});
