import { describe, expect, it } from 'vitest';
import { verifiedService } from '../../support/accounts/verified.ts';
import { okxSimulated } from '../../support/exchanges/okx/exchange.ts';

const { open, statuses, verify, live, expectWell } = verifiedService(okxSimulated);

interface Finding {
  readonly check: string;
  readonly status: string;
}

describe('an account at okx that is verified', () => {
  it('is well with a key that trades from one address and cannot withdraw', async () => {
    await expectWell(['spot', 'swap', 'future']);
  });

  it('is warned of a key that may withdraw, from anywhere', async () => {
    await open('loose', { rights: { withdrawals: true, isBoundToAddresses: false } });
    expect(await statuses('loose')).toMatchObject({
      ok: true,
      withdrawals: 'warning',
      addresses: 'warning',
      trading: 'ok',
    });
  });

  it('is told that it trades no contracts in spot mode', async () => {
    await open('half', { rights: { contracts: false } });
    const { json } = await verify('half');
    const trading = json.data.checks.find(({ check }: Finding) => check === 'trading');
    expect([json.data.ok, trading.status]).toEqual([true, 'warning']);
    expect(trading.message).toBe('The key may not trade swap, future.');
    // It says nothing about contracts that it cannot hold.
    expect(await statuses('half')).toMatchObject({ position_mode: 'unknown' });
  });

  it('fails with a key that only reads', async () => {
    await open('none', { rights: { contracts: false, spot: false } });
    expect(await statuses('none')).toMatchObject({ ok: false, trading: 'failed' });
  });

  it('says that positions are held both ways in hedge mode', async () => {
    await open('hedged', { isHedged: true });
    expect(await statuses('hedged')).toMatchObject({ ok: true, position_mode: 'ok' });
  });

  it.each([
    ['secret', { api_secret: 'not-what-it-is' }],
    ['passphrase', { passphrase: 'not-what-it-is' }],
  ])('fails with a wrong %s, and says nothing of it', async (what, given) => {
    await open(`wrong-${what}`, {}, given);
    const { json } = await verify(`wrong-${what}`);
    expect(json.data.ok).toBe(false);
    const failed = json.data.checks.filter(({ status }: Finding) => status === 'failed');
    expect(failed).toMatchObject([{ check: 'credentials' }]);
    expect(JSON.stringify(json)).not.toMatch(/not-what-it-is|key-of-wrong/);
  });

  it.each([
    [-2_000, 'warning', /^Our clock is 2\d\d\d ms ahead of/],
    [2_000, 'warning', /^Our clock is (1[89]|20)\d\d ms behind/],
    [-20_000, 'failed', /NTP/],
  ])('tells that the clocks differ by %i ms', async (ms, status, message) => {
    const name = `clock-${Math.abs(ms)}${ms > 0 ? '-p' : ''}`;
    await open(name);
    live().simulator.skewMs('okx', ms);
    const { json } = await verify(name);
    live().simulator.skewMs('okx', 0);
    const [clock] = json.data.checks;
    expect(clock).toMatchObject({ check: 'clock', status });
    expect(clock.message).toMatch(message);
  });
});
