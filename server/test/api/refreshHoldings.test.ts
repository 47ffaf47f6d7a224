import { request as sendRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { tokenOf, vaultAddressOf, vaultIdOf } from '../support/vault/fixtures.ts';
import {
  failure,
  mainnetTokens,
  openHoldingsApp,
  pathOf,
  testnetTokens,
} from '../support/vault/holdingsApp.ts';

const refreshPath = pathOf('refreshHoldings');
const listPath = pathOf('listHoldings');
const bulkPath = pathOf('refreshAllHoldings');
const contractOf = (number: number) => tokenOf(number).contract;
const startTime = '2023-11-14T22:13:20.000Z';

describe('refreshing the holdings of a vault', () => {
  it('reads every supported token of the mainnet and answers what is stored', async () => {
    const { call, setBalance, mainnet } = await openHoldingsApp();
    setBalance(1, 0, 2n ** 127n - 1n);
    const { status, json } = await call('POST', refreshPath);
    expect(status).toBe(200);
    const shared = {
      vaultId: vaultIdOf(1),
      vaultAddress: vaultAddressOf(1),
      decimal: 7,
      lastUpdated: startTime,
      network: 'mainnet',
      ledger: 1_000,
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
    };
    const holdingOf = (number: number, balance: string) => ({
      ...shared,
      tokenId: contractOf(number),
      tokenContract: contractOf(number),
      tokenSymbol: tokenOf(number).symbol,
      tokenName: tokenOf(number).name,
      balance,
    });
    expect(json).toEqual({
      success: true,
      message: 'Token holdings updated successfully',
      data: {
        vaultId: vaultIdOf(1),
        vaultAddress: vaultAddressOf(1),
        network: 'mainnet',
        updatedTokens: 3,
        totalTokens: 3,
        lastUpdated: startTime,
        holdings: [
          holdingOf(0, '17014118346046923173168730371588.4105727'),
          holdingOf(1, '0.0000000'),
          holdingOf(2, '0.0000000'),
        ],
      },
    });
    expect(mainnet.asked).toHaveLength(1);
  });

  it('names the symbol of a single token', async () => {
    const { call } = await openHoldingsApp();
    const tokens = [contractOf(1), contractOf(1)];
    const { json } = await call('POST', refreshPath, { tokens });
    expect(json.message).toBe('USDC token holding updated successfully');
    expect(json.data).toMatchObject({ updatedTokens: 1, totalTokens: 1 });
    expect(json.data.holdings).toHaveLength(1);
  });

  it('has a text of its own for the testnet, for a single token too', async () => {
    const { call } = await openHoldingsApp();
    const message = 'Testnet token holdings updated successfully';
    const all = await call('POST', `${refreshPath}?network=testnet`);
    expect(all.json).toMatchObject({ message, data: { network: 'testnet', totalTokens: 2 } });
    const tokens = testnetTokens.slice(0, 1).map(({ contract }) => contract);
    const one = await call('POST', `${refreshPath}?network=testnet`, { tokens, forceUpdate: true });
    expect(one.json).toMatchObject({ message, data: { updatedTokens: 1, totalTokens: 1 } });
  });

  it('serves what was read within the last minute as it is, unless forced', async () => {
    const { call, clock, mainnet, setBalance } = await openHoldingsApp();
    await call('POST', refreshPath, { tokens: [contractOf(0)] });
    await clock.advance(59_999);
    const partly = await call('POST', refreshPath);
    expect(partly.json.data).toMatchObject({ updatedTokens: 2, totalTokens: 3 });
    const asked = mainnet.asked.length;
    setBalance(1, 0, 5n);
    const fresh = await call('POST', refreshPath, { tokens: [contractOf(0)] });
    expect(fresh.json.data).toMatchObject({ updatedTokens: 0, lastUpdated: startTime });
    expect(fresh.json.data.holdings).toMatchObject([{ balance: '0.0000000' }]);
    expect(mainnet.asked).toHaveLength(asked);
    const forced = await call('POST', refreshPath, { forceUpdate: true });
    expect(forced.json.data.updatedTokens).toBe(3);
    expect(forced.json.data.holdings[0].balance).toBe('0.0000005');
    await clock.advance(60_000);
    expect((await call('POST', refreshPath)).json.data.updatedTokens).toBe(3);
  });

  it('refuses an id that is none', async () => {
    const { call } = await openHoldingsApp();
    const { status, json } = await call('POST', pathOf('refreshHoldings', 'nope'));
    expect([status, json]).toEqual([
      400,
      failure('Invalid vault ID format', ['id', 'Must be a valid MongoDB ObjectId', 'nope']),
    ]);
  });

  it('refuses another network', async () => {
    const { call } = await openHoldingsApp();
    const { status, json } = await call('POST', `${refreshPath}?network=futurenet`);
    const issue = ['network', "Network must be 'testnet' or 'mainnet'", 'futurenet'] as const;
    expect([status, json]).toEqual([400, failure('Invalid network parameter', issue)]);
  });

  it('does not know a vault that is not registered', async () => {
    const { call } = await openHoldingsApp();
    const { status, json } = await call('POST', pathOf('refreshHoldings', vaultIdOf(9)));
    expect([status, json]).toEqual([404, failure('Vault not found')]);
  });

  it('refuses tokens that the network does not list, each by its address', async () => {
    const { call, mainnet } = await openHoldingsApp();
    const foreign = testnetTokens[0]?.contract ?? '';
    const tokens = [contractOf(0), foreign, 'nonsense', foreign];
    const { status, json } = await call('POST', refreshPath, { tokens });
    const message = 'Token contract not supported on mainnet';
    expect([status, json]).toEqual([
      400,
      failure(
        'Unsupported token contracts',
        ['tokens', message, foreign],
        ['tokens', message, 'nonsense'],
      ),
    ]);
    expect(mainnet.asked).toEqual([]);
    const onTestnet = await call('POST', `${refreshPath}?network=testnet`, {
      tokens: [contractOf(0)],
    });
    expect(onTestnet.json.errors[0].message).toBe('Token contract not supported on testnet');
  });

  const tokenWanted = 'Each token must be a contract address';

  it.each([
    [{ tokens: 'all' }, 'tokens', 'Tokens must be an array of token contracts', 'all'],
    [{ tokens: [7] }, 'tokens', tokenWanted, 7],
    [{ tokens: [] }, 'tokens', 'Tokens must name at least one', []],
    [{ forceUpdate: 'yes' }, 'forceUpdate', 'Force update must be a boolean', 'yes'],
  ])('refuses the body %j', async (body, field, message, value) => {
    const { call } = await openHoldingsApp();
    const { status, json } = await call('POST', refreshPath, body);
    expect([status, json]).toEqual([400, failure('Validation failed', [field, message, value])]);
  });

  it('tells of each token that is none, and of no more than fifty of them', async () => {
    const { call } = await openHoldingsApp();
    const bad = [7, null, { contract: 'C' }, 'C'.repeat(101)];
    const { json } = await call('POST', refreshPath, { tokens: [contractOf(0), ...bad] });
    expect(json).toEqual(
      failure('Validation failed', ...bad.map((value) => ['tokens', tokenWanted, value] as const)),
    );
    const many = await call('POST', refreshPath, { tokens: Array(199).fill(7) });
    expect(many.json.errors).toHaveLength(50);
    const long = await call('POST', refreshPath, { tokens: Array(200).fill('C') });
    expect(long.json.errors).toMatchObject([
      { field: 'tokens', message: 'Tokens must name at most 199' },
    ]);
  });

  it('answers 404 for a vault that is not on the ledger, and 502 when there is no answer', async () => {
    const { call, mainnet, setBalance } = await openHoldingsApp();
    setBalance(1, 0, 5n);
    await call('POST', refreshPath);
    const before = (await call('GET', listPath)).text;
    const force = { forceUpdate: true };
    mainnet.faultOf = () => 'absent';
    const absent = await call('POST', refreshPath, force);
    const message = 'Vault address not found on the mainnet ledger';
    expect([absent.status, absent.json]).toEqual([404, failure(message)]);
    mainnet.faultOf = () => 'failed';
    const failed = await call('POST', refreshPath, force);
    expect([failed.status, failed.json]).toEqual([502, failure('Ledger network unavailable')]);
    mainnet.unverified = 'never reached';
    const unverified = await call('POST', refreshPath, force);
    expect([unverified.status, unverified.json]).toEqual([
      502,
      failure('Ledger network unavailable'),
    ]);
    expect((await call('GET', listPath)).text).toBe(before);
  });

  it('looks for the vault also where the network has none of the tokens', async () => {
    const { call, mainnet } = await openHoldingsApp();
    mainnet.supported = [];
    const present = await call('POST', refreshPath);
    expect([present.status, present.json.data.totalTokens]).toEqual([200, 0]);
    mainnet.faultOf = () => 'absent';
    const message = 'Vault address not found on the mainnet ledger';
    const absent = await call('POST', refreshPath);
    expect([absent.status, absent.json]).toEqual([404, failure(message)]);
    const bulk = await call('POST', bulkPath);
    const failed = { status: 'failed', tokensUpdated: 0, error: message };
    expect([bulk.status, bulk.json.data.results]).toMatchObject([207, [failed]]);
  });

  it('tells the operator why a ledger could not be read, and for which vault', async () => {
    const { call, mainnet, warnings } = await openHoldingsApp();
    const force = { forceUpdate: true };
    mainnet.faultOf = () => 'absent';
    await call('POST', refreshPath, force);
    expect(warnings).toEqual([]);
    mainnet.faultOf = () => 'failed';
    await call('POST', refreshPath, force);
    mainnet.unverified = 'never reached';
    await call('POST', refreshPath, force);
    const vault = { vaultId: vaultIdOf(1), network: 'mainnet' };
    expect(warnings).toEqual([
      { ...vault, reason: 'Ledger network unavailable' },
      { ...vault, reason: 'never reached' },
    ]);
  });

  it('refuses unlisted tokens while the ledger is down, too', async () => {
    const { call, mainnet } = await openHoldingsApp();
    mainnet.unverified = 'never reached';
    const issue = ['tokens', 'Token contract not supported on mainnet', 'nonsense'] as const;
    const expected = [400, failure('Unsupported token contracts', issue)];
    const tokens = [contractOf(0), 'nonsense', 'nonsense'];
    for (const path of [refreshPath, bulkPath]) {
      const { status, json } = await call('POST', path, { tokens });
      expect([status, json]).toEqual(expected);
    }
  });

  it('does not find a vault that was deleted while it was read', async () => {
    const { call, mainnet, store } = await openHoldingsApp();
    mainnet.beforeGiving = async () => {
      await store.db.deleteFrom('vaults').execute();
    };
    const { status, json } = await call('POST', refreshPath);
    expect([status, json]).toEqual([404, failure('Vault not found')]);
  });
});

describe('a refresh under way', () => {
  const hanging = async () => {
    const app = await openHoldingsApp(2);
    app.mainnet.hangs = true;
    const asked = async (count: number) => {
      while (app.mainnet.asked.length < count) await app.clock.advance(0);
    };
    return { ...app, asked };
  };

  it('is refused beyond two of many vaults on one network', async () => {
    const { call, asked, service } = await hanging();
    const running = [call('POST', bulkPath), call('POST', bulkPath)];
    await asked(4);
    const third = await call('POST', bulkPath);
    expect([third.status, third.json]).toEqual([
      409,
      failure(
        '2 bulk updates of mainnet holdings are running already. ' +
          'Try again when one of them has ended.',
      ),
    ]);
    await service.stop();
    for (const { status } of await Promise.all(running)) expect(status).toBe(503);
  });

  it.each([refreshPath, bulkPath])('of %s ends when the service stops', async (path) => {
    const { call, asked, service, clock } = await hanging();
    const running = call('POST', path);
    await asked(1);
    await service.stop();
    // Stopping waits for the end of the run, which also ends its timer for the log.
    expect(clock.pending()).toBe(0);
    const { status, json } = await running;
    expect([status, json]).toEqual([503, failure('The service is shutting down.')]);
    const late = await call('POST', path);
    expect(late.status).toBe(503);
  });

  it.each([refreshPath, bulkPath])('of %s ends when the client hangs up', async (path) => {
    const { http, asked, mainnet, clock, call } = await hanging();
    const address = await http.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: 'Bearer ak_test' };
    const outgoing = sendRequest(`${address}${path}`, { method: 'POST', headers });
    const hungUp = new Promise((resolve) => outgoing.on('error', resolve));
    outgoing.end();
    await asked(1);
    expect(clock.pending()).toBe(path === bulkPath ? 1 : 0);
    outgoing.destroy();
    await hungUp;
    mainnet.hangs = false;
    // The timer for the log ends only with the run.
    while (clock.pending() > 0) await clock.advance(0);
    expect((await call('GET', listPath)).json.data).toEqual([]);
    expect((await call('POST', refreshPath)).json.data.updatedTokens).toBe(mainnetTokens.length);
  });
});
