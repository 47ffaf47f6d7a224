import { accountEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { krakenSpot } from '../../support/exchanges/kraken/exchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

let live: LiveService;
beforeAll(async () => {
  live = await openLiveService(krakenSpot);
});
afterAll(() => live.stop());

type Given = Readonly<Record<string, unknown>>;

/** Opens an account of ours at the exchange, with these permissions of its spot key. */
async function open(name: string, changes: object = {}, given: Given = {}): Promise<void> {
  const { opened, credentials, futuresCredentials } = krakenSpot.account(name);
  for (const each of opened) {
    live.simulator.addAccount(each.venue === 'kraken' ? { ...each, ...changes } : each);
  }
  const body = {
    exchange_account_id: name,
    exchange: 'kraken',
    mode: 'live',
    credentials: { ...credentials, ...given },
    futures_credentials: futuresCredentials,
  };
  expect((await live.service.app.account(body)).status).toBe(201);
}

interface Check {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly market_types: readonly string[];
}

/** Returns the findings for spot, and all messages. */
async function verify(id: string) {
  const { status, json } = await live.service.app.ask({
    method: accountEndpoints.verifyAccount.method,
    url: accountEndpoints.verifyAccount.path.replace(':id', id),
  });
  expect(status).toBe(200);
  const all: readonly Check[] = json.data.checks;
  const checks = all.filter(({ market_types }) => market_types.includes('spot'));
  return { checks, all: JSON.stringify(json) };
}

/** Returns the finding of each check. */
async function statuses(id: string) {
  const { checks } = await verify(id);
  return Object.fromEntries(checks.map(({ check, status }) => [check, status]));
}

describe('a spot account of kraken that is verified', () => {
  it('is well with a key that trades from one address and cannot withdraw', async () => {
    await open('well');
    expect(await statuses('well')).toEqual({
      clock: 'ok',
      credentials: 'ok',
      trading: 'ok',
      withdrawals: 'ok',
      addresses: 'ok',
      comparisons: 'ok',
    });
  });

  it('is warned of a key that may withdraw, from anywhere', async () => {
    await open('loose', { rights: { withdrawals: true, isBoundToAddresses: false } });
    expect(await statuses('loose')).toMatchObject({
      withdrawals: 'warning',
      addresses: 'warning',
      trading: 'ok',
    });
  });

  it('fails with a key that may not trade', async () => {
    await open('none', { rights: { spot: false } });
    expect(await statuses('none')).toMatchObject({ trading: 'failed', credentials: 'ok' });
  });

  it('fails with a wrong secret, and says nothing of it', async () => {
    const wrong = Buffer.from('not-the-secret').toString('base64');
    await open('wrong', {}, { api_secret: wrong });
    const { checks, all } = await verify('wrong');
    const failed = checks.filter(({ status }) => status === 'failed');
    expect(failed).toMatchObject([{ check: 'credentials' }]);
    expect(all).not.toContain(wrong);
    expect(all).not.toContain('key-of-wrong');
  });

  // The exchange's times are whole seconds.
  it.each([
    [-3_000, 'warning', /ahead of/],
    [3_000, 'warning', /behind/],
    [-20_000, 'failed', /NTP/],
  ])('tells that the clocks differ by %i ms', async (ms, status, message) => {
    const name = `clock-${Math.abs(ms)}${ms > 0 ? '-p' : ''}`;
    await open(name);
    live.simulator.skewMs('kraken', ms);
    const { checks } = await verify(name);
    live.simulator.skewMs('kraken', 0);
    const clock = checks.find(({ check }) => check === 'clock');
    expect(clock?.status).toBe(status);
    expect(clock?.message).toMatch(message);
  });
});
