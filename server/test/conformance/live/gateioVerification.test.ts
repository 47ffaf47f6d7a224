import { describe, expect, it } from 'vitest';
import { verifiedService } from '../../support/accounts/verified.ts';
import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';

const { open, statuses, found: verify, live } = verifiedService(gateioSimulated);

const dollars = { USDT: '10' };

describe('an account at gateio that is verified', () => {
  it('is well with a key that trades from one address; nothing is told of withdrawals', async () => {
    await open('well');
    expect(await statuses('well')).toEqual({
      ok: true,
      clock: 'ok',
      credentials: 'ok',
      trading: 'ok',
      withdrawals: 'unknown',
      addresses: 'ok',
      position_mode: 'ok',
      unified_mode: 'ok',
      comparisons: 'ok',
    });
  });

  it('is warned of a key that works from anywhere', async () => {
    await open('loose', { rights: { isBoundToAddresses: false } });
    expect(await statuses('loose')).toMatchObject({ ok: true, addresses: 'warning' });
  });

  it('is told what its key may not trade', async () => {
    await open('half', { rights: { contracts: false } });
    expect(await statuses('half')).toMatchObject({ ok: true, trading: 'warning' });
    const { checks } = await verify('half');
    const told = checks.map(({ message }: { message: string }) => message);
    expect(told).toContain('The key may not trade swap, future.');
    await open('none', { rights: { contracts: false, spot: false } });
    expect(await statuses('none')).toMatchObject({ ok: false, trading: 'failed' });
  });

  it('fails in hedge mode, where our orders would be refused', async () => {
    await open('hedged', { isHedged: true });
    expect(await statuses('hedged')).toMatchObject({ ok: false, position_mode: 'failed' });
  });

  it('needs no wallet of contracts', async () => {
    await open('spot-alone', { balances: { spot: dollars } });
    expect(await statuses('spot-alone')).toMatchObject({ ok: true, position_mode: 'unknown' });
  });

  it('fails with a wrong secret, and says nothing of it', async () => {
    await open('wrong', {}, { api_secret: 'not-the-secret' });
    const told = await verify('wrong');
    expect(told.ok).toBe(false);
    const failed = told.checks.filter((each: { status: string }) => each.status === 'failed');
    expect(failed).toMatchObject([{ check: 'credentials' }]);
    expect(JSON.stringify(told)).not.toMatch(/not-the-secret|key-of-wrong/);
  });

  it('tells that the clocks differ', async () => {
    await open('late');
    live().simulator.skewMs('gateio', 2_000);
    const { checks } = await verify('late');
    live().simulator.skewMs('gateio', 0);
    expect(checks[0]).toMatchObject({ check: 'clock', status: 'warning' });
    expect(checks[0].message).toMatch(/^Our clock is (1[89]|20)\d\d ms behind/);
  });
});
