import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { send } from '../../test/support/fixtures.ts';
import { signed } from '../../test/support/kraken.ts';
import { createSimulator, type MarketDefinition, type Simulator } from '../index.ts';

// Spot and futures are two exchanges of one company; money moves between them.

const futuresSecret = Buffer.from('futures-secret').toString('base64');
const steps = { tick: '0.5', lot: '0.0001', minQuantity: '0.0001', minNotional: '0' };
const shared = { base: 'BTC', quote: 'USD', ...steps, makerFeePpm: 0, takerFeePpm: 0 };
const markets = [
  ['kraken', { ...shared, kind: 'spot' }],
  ['krakenfutures', { ...shared, kind: 'swap' }],
] as const satisfies readonly (readonly [string, MarketDefinition])[];

let simulator: Simulator;
let url: string;
let nonce = 0;

beforeEach(async () => {
  simulator = createSimulator({ now: () => 1_800_000_000_000 });
  for (const [venue, definition] of markets) simulator.defineMarket(venue, definition);
  const spot = {
    apiKey: 'key-of-a-test',
    secret: Buffer.from('secret-of-a-test').toString('base64'),
  };
  simulator.addAccount({
    venue: 'kraken',
    ...spot,
    owner: 'somebody',
    balances: { spot: { USD: '50', BTC: '1' } },
  });
  const futures = { apiKey: 'futures', secret: futuresSecret, rights: { withdrawals: true } };
  simulator.addAccount({
    venue: 'krakenfutures',
    apiKey: 'of another',
    secret: futuresSecret,
    owner: 'another',
    balances: { cash: { USD: '1' } },
  });
  simulator.addAccount({
    venue: 'krakenfutures',
    ...futures,
    owner: 'somebody',
    balances: { flex: { USD: '7' } },
  });
  ({ url } = await simulator.listen());
});
afterEach(() => simulator.close());

async function spot(name: string, fields: Readonly<Record<string, string>> = {}) {
  nonce += 1;
  const { path, body, headers = {} } = signed(name, { nonce, ...fields });
  const sent = { method: 'POST', host: 'api.kraken.com', target: path, headers, body };
  return JSON.parse((await send(url, sent)).text);
}

async function futures(endpoint: string, fields: Readonly<Record<string, string>> = {}) {
  const [method = '', name] = endpoint.split(' ');
  const query = new URLSearchParams(fields).toString();
  const digest = createHash('sha256').update(`${query}/api/v3/${name}`).digest();
  const secret = Buffer.from(futuresSecret, 'base64');
  const authent = createHmac('sha512', secret).update(digest).digest('base64');
  const target = `/derivatives/api/v3/${name}${query === '' ? '' : `?${query}`}`;
  const headers = { APIKey: 'futures', Authent: authent };
  return JSON.parse(
    (await send(url, { method, host: 'futures.kraken.com', target, headers })).text,
  );
}

/** Returns the dollars in spot, in cash, and in contracts. */
async function dollars() {
  const { accounts } = await futures('GET accounts');
  const { result } = await spot('Balance');
  return [result.ZUSD, accounts.cash.balances.usd, accounts.flex.currencies.USD.quantity];
}

const there = { asset: 'ZUSD', from: 'Spot Wallet', to: 'Futures Wallet', amount: '12.5' };

describe('money of a customer', () => {
  it('goes from spot to the cash of futures', async () => {
    const { error, result } = await spot('WalletTransfer', there);
    expect([error, result.refid]).toEqual([[], expect.stringMatching(/^B/)]);
    expect(await dollars()).toEqual(['37.5000', '12.5', 7]);
    const next = await spot('WalletTransfer', { ...there, asset: 'XBT', amount: '0.25' });
    expect(next.result.refid).not.toBe(result.refid);
    const { accounts } = await futures('GET accounts');
    expect(accounts.cash.balances).toEqual({ usd: '12.5', xbt: '0.25' });
  });

  it('comes back from either wallet', async () => {
    await spot('WalletTransfer', there);
    const cash = await futures('POST withdrawal', { currency: 'usd', amount: '2.5' });
    expect(cash).toMatchObject({ result: 'success', uid: expect.stringMatching(/^9053db5f/) });
    const flex = { currency: 'USD', amount: '7', sourceWallet: 'flex' };
    expect((await futures('POST withdrawal', flex)).uid).not.toBe(cash.uid);
    expect(await dollars()).toEqual(['47.0000', '10', 0]);
    expect((await futures('POST withdrawal', flex)).error).toBe('insufficientFunds');
  });

  it.each([
    [{ amount: '50.01' }, 'EFunding:Insufficient funds'],
    [{ amount: '0' }, 'EGeneral:Invalid arguments:amount'],
    [{ asset: 'NOPE' }, 'EFunding:Unknown asset'],
    [{ from: 'Futures Wallet' }, 'EGeneral:Invalid arguments:from'],
    [{ to: 'Spot Wallet' }, 'EGeneral:Invalid arguments:to'],
  ])('stays where it is with %j', async (fields, error) => {
    expect((await spot('WalletTransfer', { ...there, ...fields })).error).toEqual([error]);
    expect((await spot('Balance')).result.ZUSD).toBe('50.0000');
  });

  it('needs an account there', async () => {
    const apiKey = 'alone';
    simulator.addAccount({
      venue: 'kraken',
      apiKey,
      secret: futuresSecret,
      balances: { spot: { USD: '50' } },
    });
    nonce += 1;
    const { path, body, headers } = signed('WalletTransfer', { nonce, ...there }, futuresSecret);
    const sent = { method: 'POST', host: 'api.kraken.com', target: path, body };
    const answer = await send(url, { ...sent, headers: { ...headers, 'API-Key': apiKey } });
    expect(JSON.parse(answer.text).error).toEqual(['EFunding:Unknown withdraw key']);
  });
});
