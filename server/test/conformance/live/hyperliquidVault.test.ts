import { accountEndpoints, orderEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifiedAccounts } from '../../support/accounts/verified.ts';
import {
  hyperliquidLed,
  hyperliquidSimulated,
} from '../../support/exchanges/hyperliquid/exchange.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

let live: LiveService;
beforeAll(async () => {
  live = await openLiveService(hyperliquidSimulated);
});
afterAll(() => live.stop());

const vaults = verifiedAccounts(hyperliquidLed('vault'), () => live);
const subs = verifiedAccounts(hyperliquidLed('subAccount'), () => live);
const somebody = `0x${'9'.repeat(40)}`;

/** Returns the messages of the checks that failed. */
const failures = async ({ found }: typeof vaults, name: string): Promise<readonly string[]> => {
  const { checks } = await found(name);
  const failed = checks.filter(({ status }: { status: string }) => status === 'failed');
  return failed.map(({ message }: { message: string }) => message);
};

describe('an account of hyperliquid with a vault_address', () => {
  it.each([
    ['a vault', vaults, 'a-vault'],
    ['a sub-account', subs, 'a-sub'],
  ])('is well as %s of the owner of its key', async (_, accounts, name) => {
    await accounts.open(name);
    expect(await accounts.statuses(name)).toMatchObject({
      ok: true,
      credentials: 'ok',
      trading: 'ok',
      withdrawals: 'ok',
    });
  });

  it('fails where the address is neither', async () => {
    await vaults.open('no-vault', {}, { vault_address: somebody });
    expect(await failures(vaults, 'no-vault')).toEqual([
      expect.stringContaining('vault_address names no vault and no sub-account.'),
    ]);
  });

  it.each([
    ['leads', vaults, 'led', 'wallet_address does not lead the vault'],
    ['is master of', subs, 'owned', 'wallet_address is not the master of the sub-account'],
  ])('fails where another account %s it', async (_, accounts, name, text) => {
    await accounts.open(`${name}-first`);
    const venue = hyperliquidLed(accounts === vaults ? 'vault' : 'subAccount');
    const { credentials } = venue.account(`${name}-first`);
    const { vault_address } = Object(credentials);
    await accounts.open(`${name}-second`, {}, { vault_address });
    expect(await failures(accounts, `${name}-second`)).toEqual([expect.stringContaining(text)]);
  });

  it('has its balance told, and not that of its owner', async () => {
    await vaults.open('rich');
    const query = new URLSearchParams({ exchange_account_id: 'rich', market_type: 'swap' });
    const url = `${orderEndpoints.getBalance.path}?${query}`;
    const { json } = await live.service.app.ask({ method: 'GET', url });
    expect(json.data.total).toEqual({ USDC: 1_000_000 });
  });

  it.each(['bybit', 'gateio'])('is none of %s', async (exchange) => {
    const { method, path: url } = accountEndpoints.createAccount;
    const credentials = { api_key: 'k', api_secret: 's', vault_address: somebody };
    const body = { exchange_account_id: `other-${exchange}`, exchange, mode: 'live', credentials };
    const { status, json } = await live.service.app.ask({ method, url, body });
    expect(status).toBe(400);
    expect(JSON.stringify(json.data)).toContain('credentials.vault_address must be left out');
  });
});
