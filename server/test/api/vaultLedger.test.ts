import { expect, it } from 'vitest';
import { failure, pathOf } from '../support/vault/holdingsApp.ts';
import {
  advanceUntil,
  contractOf,
  contractsOf,
  eachLedgerApp,
  type LedgerApp,
  type MadeVault,
} from '../support/vault/ledgerApp.ts';

const tokens = contractsOf('mainnet');
const [xlm = '', second = '', third = ''] = tokens;
const [testXlm = '', testSecond = ''] = contractsOf('testnet');
const largest = 2n ** 127n - 1n;
const force = { forceUpdate: true };
const unavailable = failure('Ledger network unavailable');

const refreshPath = ({ id }: MadeVault, query = '') => `${pathOf('refreshHoldings', id)}${query}`;

interface Shown {
  readonly tokenId: string;
  readonly balance: string;
  readonly network: string;
  readonly ledger: number;
}

/** Returns the list of a vault's holdings, zeros included. */
async function stored({ get }: LedgerApp, { id }: MadeVault): Promise<readonly Shown[]> {
  const { json } = await get(`${pathOf('listHoldings', id)}?includeZeroBalances=true&limit=100`);
  return json.data;
}

async function history({ get }: LedgerApp, { id }: MadeVault, query = '') {
  const { json } = await get(`${pathOf('listHoldingHistory', id)}?limit=100${query}`);
  return json.data;
}

eachLedgerApp('refreshing a vault over Stellar RPC', (open) => {
  it('refuses the history of a token that is no address, whatever is in it', async () => {
    const app = await open();
    const { id } = await app.make(1);
    const path = pathOf('listHoldingHistory', id);
    const { status, json } = await app.get(`${path}?tokenId=%00`);
    expect([status, json]).toEqual([
      400,
      failure('Invalid query parameters', ['tokenId', 'Token must be a contract address', '\0']),
    ]);
  });

  it('stores balances exact to the last digit, and zero where the ledger holds none', async () => {
    const app = await open();
    const vault = await app.make(1);
    app.mainnet.ledger = 61_234_567;
    app.mainnet.setBalance(xlm, vault.vaultAddress, largest);
    app.mainnet.setBalance(second, vault.vaultAddress, 1n);
    app.mainnet.setBalance(third, vault.vaultAddress, 9_007_199_254_740_993n);
    const { status, json } = await app.post(refreshPath(vault));
    expect(status).toBe(200);
    expect(json).toMatchObject({
      success: true,
      message: 'Token holdings updated successfully',
      data: {
        vaultId: vault.id,
        vaultAddress: vault.vaultAddress,
        network: 'mainnet',
        updatedTokens: tokens.length,
        totalTokens: tokens.length,
        lastUpdated: new Date(app.clock.now()).toISOString(),
      },
    });
    const amounts: Readonly<Record<string, string>> = {
      [xlm]: '17014118346046923173168730371588.4105727',
      [second]: '0.0000001',
      [third]: '900719925.4740993',
    };
    const shown = await stored(app, vault);
    expect(shown).toHaveLength(tokens.length);
    for (const { tokenId, balance, network, ledger } of shown) {
      const expected = [amounts[tokenId] ?? '0.0000000', 'mainnet', 61_234_567];
      expect([balance, network, ledger]).toEqual(expected);
    }
    const sorted = (list: readonly Shown[]) =>
      list.toSorted((a, b) => a.tokenId.localeCompare(b.tokenId));
    expect(sorted(json.data.holdings)).toEqual(sorted(shown));
  });

  it('takes a balance that the ledger no longer holds for zero, and keeps its history', async () => {
    const app = await open();
    const vault = await app.make(1);
    const body = { ...force, tokens: [xlm] };
    app.mainnet.setBalance(xlm, vault.vaultAddress, 15_000_000n);
    const first = await app.post(refreshPath(vault), body);
    expect(first.json.message).toBe('XLM token holding updated successfully');
    for (const amount of [undefined, 5n]) {
      await app.clock.advance(1_000);
      app.mainnet.ledger += 1;
      app.mainnet.setBalance(xlm, vault.vaultAddress, amount);
      await app.post(refreshPath(vault), body);
    }
    const lines = await history(app, vault, '&sortOrder=asc');
    const balances = lines.map((line: Record<string, unknown>) => [
      line.previousBalance,
      line.balance,
      line.ledger,
    ]);
    expect(balances).toEqual([
      [null, '1.5000000', 60_000_000],
      ['1.5000000', '0.0000000', 60_000_001],
      ['0.0000000', '0.0000005', 60_000_002],
    ]);
  });

  it('does not find a vault without a contract, and keeps what is stored', async () => {
    const app = await open();
    const vault = await app.make(1);
    app.mainnet.setBalance(xlm, vault.vaultAddress, 3n);
    await app.post(refreshPath(vault));
    const before = await stored(app, vault);
    app.mainnet.setContract(vault.vaultAddress, undefined);
    app.mainnet.setBalance(xlm, vault.vaultAddress, 4n);
    const absent = await app.post(refreshPath(vault), force);
    const message = 'Vault address not found on the mainnet ledger';
    expect([absent.status, absent.json]).toEqual([404, failure(message)]);
    expect(await stored(app, vault)).toEqual(before);
    const onTestnet = await app.post(refreshPath(vault, '?network=testnet'));
    expect(onTestnet.status).toBe(200);
  });

  it('answers 502 while the ledger is down, keeps what is stored, and goes on later', async () => {
    const app = await open();
    const vault = await app.make(1);
    await app.post(refreshPath(vault));
    const before = await stored(app, vault);
    app.mainnet.close();
    const down = await advanceUntil(app.clock, app.post(refreshPath(vault), force));
    expect([down.status, down.json]).toEqual([502, unavailable]);
    expect(await stored(app, vault)).toEqual(before);
    await app.mainnet.reopen();
    app.mainnet.setBalance(second, vault.vaultAddress, 8n);
    const up = await app.post(refreshPath(vault), force);
    expect(up.json.data.updatedTokens).toBe(tokens.length);
  });

  it('answers 502 while the ledger was never reached, and checks it at the next use', async () => {
    const app = await open();
    const vault = await app.make(1);
    app.mainnet.close();
    const down = await advanceUntil(app.clock, app.post(refreshPath(vault)));
    expect([down.status, down.json]).toEqual([502, unavailable]);
    expect(await stored(app, vault)).toEqual([]);
    await app.mainnet.reopen();
    expect((await app.post(refreshPath(vault))).status).toBe(200);
  });

  it('tries again after a fault that passes, and gives up on silence', async () => {
    const app = await open();
    const vault = await app.make(1);
    await app.post(refreshPath(vault));
    const calls = app.mainnet.calls.length;
    app.mainnet.fail({ kind: 'status', status: 503 }, { kind: 'cut' });
    const atLast = await advanceUntil(app.clock, app.post(refreshPath(vault), force));
    expect([atLast.status, app.mainnet.calls.length - calls]).toEqual([200, 3]);
    app.mainnet.faultOf = () => ({ kind: 'hang' });
    const startMs = app.clock.now();
    const before = app.mainnet.calls.length;
    const silent = await advanceUntil(app.clock, app.post(refreshPath(vault), force));
    expect([silent.status, silent.json]).toEqual([502, unavailable]);
    // Three attempts of ten seconds.
    expect(app.mainnet.calls.length - before).toBe(3);
    expect(app.clock.now() - startMs).toBeGreaterThanOrEqual(30_000);
  });

  it('waits as long as a busy server says, unless that is too long', async () => {
    const app = await open();
    const vault = await app.make(1);
    await app.post(refreshPath(vault));
    const limited = (seconds: number) => {
      const headers = { 'retry-after': String(seconds) };
      app.mainnet.fail({ kind: 'status', status: 429, headers });
    };
    limited(7);
    const startMs = app.clock.now();
    const waited = await advanceUntil(app.clock, app.post(refreshPath(vault), force));
    expect(waited.status).toBe(200);
    expect(app.clock.now() - startMs).toBeGreaterThanOrEqual(7_000);
    limited(60);
    const refused = await app.post(refreshPath(vault), force);
    expect(refused.status).toBe(502);
  });

  it('refuses tokens of another network, and those that are no assets on this one', async () => {
    const app = await open();
    const vault = await app.make(1);
    app.mainnet.setContract(second, 'wasm');
    app.mainnet.setContract(third, undefined);
    const message = 'Token contract not supported on mainnet';
    // Tokens in no list are refused before the ledger is asked for the rest.
    for (const [asked, refused] of [
      [[xlm, testXlm, second], [testXlm]],
      [
        [xlm, second, third],
        [second, third],
      ],
    ] as const) {
      const { status, json } = await app.post(refreshPath(vault), { tokens: asked });
      const issues = refused.map((token) => ['tokens', message, token] as const);
      expect([status, json]).toEqual([400, failure('Unsupported token contracts', ...issues)]);
    }
    const all = await app.post(refreshPath(vault));
    expect(all.json.data.totalTokens).toBe(tokens.length - 2);
    const contracts = (await stored(app, vault)).map(({ tokenId }) => tokenId);
    expect(contracts).not.toContain(second);
    expect(contracts).toHaveLength(tokens.length - 2);
  });

  it('looks at the tokens again after an hour', async () => {
    const app = await open();
    const vault = await app.make(1);
    app.mainnet.setContract(second, 'wasm');
    await app.post(refreshPath(vault));
    app.mainnet.setContract(second, 'stellarAsset');
    const early = await app.post(refreshPath(vault), { tokens: [second] });
    expect(early.status).toBe(400);
    await app.clock.advance(3_600_000);
    const later = await app.post(refreshPath(vault), { tokens: [second] });
    expect(later.json.data.updatedTokens).toBe(1);
  });

  it('refuses a server that speaks for another network, and asks it for no balance', async () => {
    const app = await open();
    const vault = await app.make(1);
    app.mainnet.passphrase = app.testnet.passphrase;
    const { status, json } = await app.post(refreshPath(vault));
    expect([status, json]).toEqual([502, unavailable]);
    expect(app.mainnet.count('getLedgerEntries')).toBe(0);
    const bulk = await app.post(pathOf('refreshAllHoldings'));
    expect([bulk.status, bulk.json.data.results[0].error]).toEqual([
      207,
      'The server for mainnet speaks for another network.',
    ]);
    expect((await app.post(refreshPath(vault, '?network=testnet'))).status).toBe(200);
  });

  it('serves what was read within the last minute as it is, unless forced', async () => {
    const app = await open();
    const vault = await app.make(1);
    await app.post(refreshPath(vault), { tokens: [xlm] });
    await app.clock.advance(59_999);
    app.mainnet.setBalance(xlm, vault.vaultAddress, 5n);
    app.mainnet.setBalance(second, vault.vaultAddress, 6n);
    const balance = async (token: string) =>
      (await stored(app, vault)).find(({ tokenId }) => tokenId === token)?.balance;
    const partly = await app.post(refreshPath(vault));
    expect(partly.json.data.updatedTokens).toBe(tokens.length - 1);
    expect([await balance(xlm), await balance(second)]).toEqual(['0.0000000', '0.0000006']);
    const calls = app.mainnet.calls.length;
    const fresh = await app.post(refreshPath(vault), { tokens: [second] });
    expect([fresh.json.data.updatedTokens, app.mainnet.calls.length]).toEqual([0, calls]);
    const forced = await app.post(refreshPath(vault), force);
    expect(forced.json.data.updatedTokens).toBe(tokens.length);
    expect(await balance(xlm)).toBe('0.0000005');
  });

  it('keeps the testnet beside the mainnet', async () => {
    const app = await open();
    const vault = await app.make(1);
    app.testnet.ledger = 1_234_567;
    app.mainnet.setBalance(xlm, vault.vaultAddress, 1n);
    app.testnet.setBalance(testXlm, vault.vaultAddress, 2n);
    app.testnet.setBalance(testSecond, vault.vaultAddress, 3n);
    await app.post(refreshPath(vault));
    const { json } = await app.post(refreshPath(vault, '?network=testnet'));
    expect(json.message).toBe('Testnet token holdings updated successfully');
    expect(json.data).toMatchObject({
      network: 'testnet',
      totalTokens: contractsOf('testnet').length,
    });
    const { json: listed } = await app.get(pathOf('listHoldings', vault.id));
    expect(listed.data).toMatchObject([
      { tokenId: testSecond, balance: '0.0000003', network: 'testnet', ledger: 1_234_567 },
      { tokenId: testXlm, balance: '0.0000002', network: 'testnet', ledger: 1_234_567 },
      { tokenId: xlm, balance: '0.0000001', network: 'mainnet', ledger: 60_000_000 },
    ]);
    const one = await app.get(`${pathOf('listHoldings', vault.id)}?network=mainnet`);
    expect(one.json.data).toEqual(listed.data.slice(2));
    expect(await history(app, vault, '&network=testnet')).toHaveLength(2);
    expect(await history(app, vault)).toHaveLength(3);
  });

  it('forgets the holdings of a vault that is deleted', async () => {
    const app = await open();
    const vault = await app.make(1);
    app.mainnet.setBalance(xlm, vault.vaultAddress, 1n);
    await app.post(refreshPath(vault));
    await app.call({ method: 'DELETE', url: `/api/vaults/${vault.id}` });
    expect((await app.get(pathOf('listHoldings', vault.id))).status).toBe(404);
    const again = await app.make(1);
    expect(again.vaultAddress).toBe(contractOf(1));
    expect([await stored(app, again), await history(app, again)]).toEqual([[], []]);
  });
});
