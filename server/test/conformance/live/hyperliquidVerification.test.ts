import { accountEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

let live: LiveService;
beforeAll(async () => {
  live = await openLiveService(hyperliquidSimulated);
});
afterAll(() => live.stop());

/** A key that anybody may know, and its own address. */
const ownerKey = `0x${'2'.repeat(64)}`;
const ownerAddress = '0x1563915e194D8CfBA1943570603F7606A3115508';

/** Opens an account of ours at the exchange; the given values replace its credentials. */
async function open(name: string, given: object = {}) {
  const { opened, credentials } = hyperliquidSimulated.account(name);
  for (const account of opened) live.simulator.addAccount(account);
  return register(name, { ...credentials, ...given });
}

async function register(name: string, credentials: object) {
  const body = { exchange_account_id: name, exchange: 'hyperliquid', mode: 'live', credentials };
  expect((await live.service.app.account(body)).status).toBe(201);
}

async function verify(id: string) {
  const { method, path } = accountEndpoints.verifyAccount;
  const { status, json } = await live.service.app.ask({ method, url: path.replace(':id', id) });
  expect(status).toBe(200);
  return json;
}

/** Returns the finding of each check. */
async function statuses(id: string) {
  const { data } = await verify(id);
  const found = data.checks as readonly { check: string; status: string }[];
  return { ok: data.ok, ...Object.fromEntries(found.map((each) => [each.check, each.status])) };
}

describe('an account of hyperliquid that is verified', () => {
  it('is well with the key of an agent, which cannot withdraw', async () => {
    await open('agent');
    expect(await statuses('agent')).toEqual({
      ok: true,
      clock: 'ok',
      credentials: 'ok',
      trading: 'ok',
      withdrawals: 'ok',
      // The exchange does not bind keys to addresses.
      addresses: 'unknown',
      position_mode: 'ok',
      comparisons: 'ok',
    });
  });

  it('is warned of the key of its owner, which can', async () => {
    const account = { apiKey: ownerAddress, secret: ownerKey, balances: { perp: { USDC: '10' } } };
    live.simulator.addAccount({ venue: 'hyperliquid', ...account });
    await register('owner', { wallet_address: ownerAddress, private_key: ownerKey });
    expect(await statuses('owner')).toMatchObject({
      ok: true,
      credentials: 'ok',
      trading: 'ok',
      withdrawals: 'warning',
    });
  });

  it.each([
    ['nobody’s', 'nobody', `0x${'3'.repeat(64)}`],
    ['that of the agent of another', 'other', undefined],
    ['no key of the curve', 'none', `0x${'f'.repeat(64)}`],
  ])('fails where the key is %s, and says nothing of it', async (_, name, key) => {
    const another = hyperliquidSimulated.account('agent').credentials;
    const privateKey = key ?? String(Object(another).private_key);
    await open(name, { private_key: privateKey });
    const json = await verify(name);
    expect(json.data.ok).toBe(false);
    const failed = json.data.checks.filter((each: { status: string }) => each.status === 'failed');
    expect(failed).toMatchObject([{ check: 'credentials' }]);
    expect(failed[0].message).toMatch(/does not accept the credentials/);
    expect(JSON.stringify(json)).not.toContain(privateKey.slice(2));
  });

  it.each([
    [-2_000, 'warning', /^Our clock is 2\d\d\d ms ahead of/],
    [2_000, 'warning', /^Our clock is (1[89]|20)\d\d ms behind/],
    [-20_000, 'failed', /NTP/],
  ])('tells that the clocks differ by %i ms', async (ms, status, message) => {
    const name = `clock-${Math.abs(ms)}${ms > 0 ? '-p' : ''}`;
    await open(name);
    live.simulator.skewMs('hyperliquid', ms);
    const { data } = await verify(name);
    live.simulator.skewMs('hyperliquid', 0);
    const [clock] = data.checks;
    expect(clock).toMatchObject({ check: 'clock', status });
    expect(clock.message).toMatch(message);
  });
});
