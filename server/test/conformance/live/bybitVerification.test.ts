import { describe, expect, it } from 'vitest';
import { verifiedService } from '../../support/accounts/verified.ts';
import { bybitSimulated } from '../../support/exchanges/bybit/exchange.ts';

const { open, statuses, found: verify, live, expectWell } = verifiedService(bybitSimulated);

describe('an account at bybit that is verified', () => {
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

  it('is told what its key may not trade', async () => {
    await open('half', { rights: { contracts: false } });
    expect(await statuses('half')).toMatchObject({
      ok: true,
      trading: 'warning',
      position_mode: 'unknown',
    });
    await open('other', { rights: { spot: false } });
    expect(await statuses('other')).toMatchObject({ trading: 'warning', position_mode: 'ok' });
    await open('none', { rights: { contracts: false, spot: false } });
    expect(await statuses('none')).toMatchObject({ ok: false, trading: 'failed' });
  });

  it('says that positions are held both ways in hedge mode', async () => {
    await open('hedged', { isHedged: true });
    expect(await statuses('hedged')).toMatchObject({ ok: true, position_mode: 'ok' });
  });

  it('fails with a wrong secret, and says nothing of it', async () => {
    await open('wrong', {}, { api_secret: 'not-the-secret' });
    const data = await verify('wrong');
    expect(data.ok).toBe(false);
    const failed = data.checks.filter((each: { status: string }) => each.status === 'failed');
    expect(failed).toMatchObject([{ check: 'credentials' }]);
    expect(JSON.stringify(data)).not.toMatch(/not-the-secret|key-of-wrong/);
  });

  it.each([
    [-2_000, 'warning', /^Our clock is 2\d\d\d ms ahead of/],
    [2_000, 'warning', /^Our clock is (1[89]|20)\d\d ms behind/],
    [-20_000, 'failed', /NTP/],
  ])('tells that the clocks differ by %i ms', async (ms, status, message) => {
    const name = `clock-${Math.abs(ms)}${ms > 0 ? '-p' : ''}`;
    await open(name);
    live().simulator.skewMs('bybit', ms);
    const [clock] = (await verify(name)).checks;
    live().simulator.skewMs('bybit', 0);
    expect(clock).toMatchObject({ check: 'clock', status });
    expect(clock.message).toMatch(message);
  });
});
