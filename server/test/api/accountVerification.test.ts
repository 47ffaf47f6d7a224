import { accountEndpoints } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { verifiedService } from '../support/accounts/verified.ts';
import { binanceSimulated } from '../support/exchanges/binance/exchange.ts';

const { open, statuses, verify, live } = verifiedService(binanceSimulated);

describe('an account that is verified', () => {
  it('is well with a key that trades from one address and cannot withdraw', async () => {
    await open('well');
    const { json } = await verify('well');
    expect(json.data).toMatchObject({ exchange_account_id: 'well', exchange: 'binance', ok: true });
    expect(json.data.checks.map(({ status }: { status: string }) => status)).toEqual(
      Array.from({ length: 7 }, () => 'ok'),
    );
    expect(json.data.checks[0].market_types).toEqual(['spot', 'swap', 'future']);
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
    const half = await statuses('half');
    expect(half).toMatchObject({ ok: true, trading: 'warning', position_mode: 'unknown' });
    await open('none', { rights: { contracts: false, spot: false } });
    expect(await statuses('none')).toMatchObject({ ok: false, trading: 'failed' });
  });

  it('says that positions are held both ways in hedge mode', async () => {
    await open('hedged', { isHedged: true });
    expect(await statuses('hedged')).toMatchObject({ ok: true, position_mode: 'ok' });
  });

  it('fails with a wrong secret, and says nothing of it', async () => {
    await open('wrong', {}, { api_secret: 'not-the-secret' });
    const { json } = await verify('wrong');
    expect(json.data.ok).toBe(false);
    const failed = json.data.checks.filter((each: { status: string }) => each.status === 'failed');
    expect(failed).toMatchObject([{ check: 'credentials' }]);
    expect(JSON.stringify(json)).not.toMatch(/not-the-secret|key-of-wrong/);
  });

  it.each([
    [-2_000, 'warning', /^Our clock is 2\d\d\d ms ahead of/],
    [2_000, 'warning', /^Our clock is (1[89]|20)\d\d ms behind/],
    [-20_000, 'failed', /NTP/],
  ])('tells that the clocks differ by %i ms', async (ms, status, message) => {
    const name = `clock-${Math.abs(ms)}${ms > 0 ? '-p' : ''}`;
    await open(name);
    live().simulator.skewMs('binance', ms);
    const { json } = await verify(name);
    live().simulator.skewMs('binance', 0);
    const [clock] = json.data.checks;
    expect(clock).toMatchObject({ check: 'clock', status });
    expect(clock.message).toMatch(message);
  });

  it('has nothing to verify on paper', async () => {
    const paper = { exchange_account_id: 'sheet', exchange: 'binance', mode: 'paper' };
    await live().service.app.account(paper);
    expect((await verify('sheet')).json.data).toMatchObject({ ok: true, checks: [] });
  });

  it('has to be there', async () => {
    const { method, path } = accountEndpoints.verifyAccount;
    const { status, json } = await live().service.app.ask({
      method,
      url: path.replace(':id', 'nobody'),
    });
    expect([status, json.data.error]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });
});
