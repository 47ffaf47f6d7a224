import { accountEndpoints } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { verifiedService } from '../../support/accounts/verified.ts';
import { binancePortfolioSimulated } from '../../support/exchanges/binance/exchange.ts';

const { open, statuses, found, live, expectWell } = verifiedService(binancePortfolioSimulated);

/** Returns the status and the message of the check of the credentials. */
async function saidOf(name: string): Promise<readonly unknown[]> {
  const { checks } = await found(name);
  const own = checks.find(({ check }: Record<string, string>) => check === 'credentials');
  return [own.status, own.message];
}

async function change(name: string, body: object) {
  const { method, path } = accountEndpoints.changeAccount;
  return live().service.app.ask({ method, url: path.replace(':id', name), body });
}

describe('an account on portfolio margin that is verified', () => {
  it('is well where the exchange has portfolio margin for it', async () => {
    // It does not trade on spot.
    await expectWell(['swap', 'future']);
  });

  it('is told to do without where the exchange has none for it', async () => {
    await open('usual', { isPortfolioMargin: false });
    expect(await saidOf('usual')).toEqual([
      'failed',
      'The exchange has no portfolio margin for the account. Without it, and with Portfolio ' +
        'Margin Pro, an account trades at the usual endpoints: set portfolio_margin to false.',
    ]);
    expect((await change('usual', { portfolio_margin: false })).status).toBe(200);
    expect(await statuses('usual')).toMatchObject({ ok: true, credentials: 'ok' });
  });

  it('is told to ask for it where only the exchange has it', async () => {
    await open('unsaid');
    await change('unsaid', { portfolio_margin: false });
    expect(await saidOf('unsaid')).toEqual([
      'failed',
      'The exchange has portfolio margin for the account, whose contracts trade at endpoints of ' +
        'their own: set portfolio_margin to true.',
    ]);
  });

  it('may hold positions both ways', async () => {
    await open('hedged', { isHedged: true });
    expect(await statuses('hedged')).toMatchObject({ ok: true, position_mode: 'ok' });
  });
});

describe('an account on portfolio margin', () => {
  it('has no dead man to cancel its orders, whichever is set first', async () => {
    await open('manned');
    const message =
      "cancel_after_s must be null: binance has no dead man's switch on portfolio margin";
    const issue = [{ field: 'limits.cancel_after_s', message, value: null }];
    const limits = { cancel_after_s: 30 };
    const refused = await change('manned', { limits });
    expect([refused.status, refused.json.data.errors]).toEqual([400, issue]);
    const usual = await change('manned', { portfolio_margin: false, limits });
    expect(usual.status).toBe(200);
    const again = await change('manned', { portfolio_margin: true });
    expect([again.status, again.json.data.errors]).toEqual([400, issue]);
  });

  it.each(['testnet', 'demo'])('is in production alone, and not in %s', async (environment) => {
    const { credentials } = binancePortfolioSimulated.account(environment);
    const { status, json } = await live().service.app.account({
      exchange_account_id: environment,
      exchange: 'binance',
      mode: 'live',
      credentials,
      environment,
      portfolio_margin: true,
    });
    const message = `portfolio_margin must be false: binance has none in ${environment}`;
    expect([status, json.data.errors]).toEqual([
      400,
      [{ field: 'portfolio_margin', message, value: null }],
    ]);
  });
});
