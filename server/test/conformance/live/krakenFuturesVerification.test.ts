import { accountEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { krakenFuturesSimulated } from '../../support/exchanges/kraken/futuresExchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

let live: LiveService;
beforeAll(async () => {
  live = await openLiveService(krakenFuturesSimulated);
});
afterAll(() => live.stop());

/** Opens an account of ours whose futures key has these permissions. */
async function open(name: string, changes: object = {}, given: object = {}) {
  const [apiKey, secret] = [`key-of-${name}`, Buffer.from(`secret-of-${name}`).toString('base64')];
  const balances = { flex: { USD: '10' } };
  live.simulator.addAccount({ venue: 'krakenfutures', apiKey, secret, balances, ...changes });
  const credentials = { api_key: apiKey, api_secret: secret, ...given };
  const body = { exchange_account_id: name, exchange: 'kraken', mode: 'live', credentials };
  const answer = await live.service.app.account({ ...body, futures_credentials: credentials });
  expect(answer.status).toBe(201);
}

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly market_types: readonly string[];
}

/** Returns the findings for futures; spot has a key of its own. */
async function verify(id: string) {
  const { method, path } = accountEndpoints.verifyAccount;
  const { status, json } = await live.service.app.ask({ method, url: path.replace(':id', id) });
  expect(status).toBe(200);
  const checks: readonly Finding[] = json.data.checks;
  const own = checks.filter((each) => each.market_types.includes('swap'));
  const statuses = Object.fromEntries(own.map((each) => [each.check, each.status]));
  return { own, statuses, text: JSON.stringify(json) };
}

describe('an account of kraken futures that is verified', () => {
  it('is well with a key that trades from one address and cannot withdraw', async () => {
    await open('well');
    const { own, statuses } = await verify('well');
    expect(own[0]?.market_types).toEqual(['swap', 'future']);
    expect(statuses).toEqual({
      clock: 'ok',
      credentials: 'ok',
      trading: 'ok',
      withdrawals: 'ok',
      addresses: 'ok',
      // The exchange does not report it.
      position_mode: 'unknown',
      comparisons: 'ok',
    });
  });

  it('is warned of a key that may withdraw, from anywhere', async () => {
    await open('loose', { rights: { withdrawals: true, isBoundToAddresses: false } });
    const { statuses } = await verify('loose');
    expect(statuses).toMatchObject({ withdrawals: 'warning', addresses: 'warning', trading: 'ok' });
  });

  it('fails with a key that may only read', async () => {
    await open('reader', { rights: { contracts: false } });
    const { statuses } = await verify('reader');
    expect(statuses).toMatchObject({ credentials: 'ok', trading: 'failed' });
  });

  it('fails with a wrong secret, and says nothing of it', async () => {
    const wrong = Buffer.from('not-the-secret').toString('base64');
    await open('wrong', {}, { api_secret: wrong });
    const { statuses, text } = await verify('wrong');
    expect(statuses).toEqual({ clock: 'ok', credentials: 'failed', comparisons: 'ok' });
    expect(text).not.toContain(wrong);
    expect(text).not.toContain('key-of-wrong');
  });

  it('is told that the clocks differ', async () => {
    await open('late');
    live.simulator.skewMs('krakenfutures', -2_000);
    const { own } = await verify('late');
    live.simulator.skewMs('krakenfutures', 0);
    expect(own[0]).toMatchObject({ check: 'clock', status: 'warning' });
    expect(own[0]?.message).toMatch(/^Our clock is 2\d\d\d ms ahead of/);
  });
});
