import { describe, expect, it } from 'vitest';
import { tokenOf, vaultIdOf } from '../support/vault/fixtures.ts';
import { failure, openHoldingsApp, pathOf } from '../support/vault/holdingsApp.ts';

const refreshPath = pathOf('refreshHoldings');
const listPath = pathOf('listHoldings');
const historyPath = pathOf('listHoldingHistory');
const contractOf = (number: number) => tokenOf(number).contract;
const startTime = '2023-11-14T22:13:20.000Z';

describe('listing the holdings of a vault', () => {
  const refreshed = async () => {
    const app = await openHoldingsApp();
    for (const [token, amount] of [15_000_000n, 20_000_000n, 0n].entries()) {
      app.setBalance(1, token, amount);
    }
    await app.call('POST', refreshPath);
    await app.clock.advance(1_000);
    await app.call('POST', `${refreshPath}?network=testnet`);
    const symbols = async (query: string) => {
      const { json } = await app.call('GET', `${listPath}?${query}`);
      return json.data.map((holding: { tokenSymbol: string }) => holding.tokenSymbol);
    };
    return { ...app, symbols };
  };

  it('begins with the largest balance and hides what is zero', async () => {
    const { call } = await refreshed();
    const { status, json } = await call('GET', listPath);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      success: true,
      message: 'Token holdings retrieved successfully',
      data: [
        { tokenSymbol: 'USDC', balance: '2.0000000', network: 'mainnet' },
        { tokenSymbol: 'XLM', balance: '1.5000000', network: 'mainnet' },
      ],
    });
    expect(json.pagination).toEqual({
      page: 1,
      limit: 10,
      totalItems: 2,
      totalPages: 1,
      hasNext: false,
      hasPrev: false,
    });
  });

  it.each([
    ['sortOrder=asc', ['XLM', 'USDC']],
    ['sortBy=tokenSymbol', ['XLM', 'USDC']],
    [
      'sortBy=tokenSymbol&sortOrder=asc&includeZeroBalances=true&network=mainnet',
      ['EURC', 'USDC', 'XLM'],
    ],
    ['sortBy=lastUpdated&includeZeroBalances=true&limit=2', ['XLM', 'USDC']],
    ['sortBy=lastUpdated&sortOrder=asc', ['XLM', 'USDC']],
    ['tokenSymbol=usdc', ['USDC']],
    ['tokenSymbol=us', []],
    ['minBalance=1.5', ['USDC']],
    ['maxBalance=2', ['XLM']],
    ['minBalance=1.4999999&maxBalance=2.0000001', ['USDC', 'XLM']],
    ['network=testnet', []],
    ['network=testnet&includeZeroBalances=true', ['XLM', 'USDC']],
    ['limit=1&page=2', ['XLM']],
    ['page=3', []],
  ])('with %s shows %j', async (query, expected) => {
    const { symbols } = await refreshed();
    expect(await symbols(query)).toEqual(expected);
  });

  it('pages', async () => {
    const { call } = await refreshed();
    const { json } = await call('GET', `${listPath}?includeZeroBalances=true&limit=2&page=2`);
    expect(json.pagination).toEqual({
      page: 2,
      limit: 2,
      totalItems: 5,
      totalPages: 3,
      hasNext: true,
      hasPrev: true,
    });
  });

  it.each([
    ['minBalance=0', 'minBalance', 'Minimum balance must be a positive number', '0'],
    ['minBalance=-1', 'minBalance', 'Minimum balance must be a positive number', '-1'],
    ['minBalance=abc', 'minBalance', 'Minimum balance must be a positive number', 'abc'],
    ['maxBalance=abc', 'maxBalance', 'Maximum balance must be a number', 'abc'],
    ['limit=0', 'limit', 'Limit must be between 1 and 100', '0'],
    ['limit=101', 'limit', 'Limit must be between 1 and 100', '101'],
    ['page=0', 'page', 'Page must be an integer between 1 and 1000000', '0'],
    [
      'sortBy=name',
      'sortBy',
      'Sort field must be one of balance, tokenSymbol, lastUpdated',
      'name',
    ],
    ['sortOrder=up', 'sortOrder', 'Sort order must be asc or desc', 'up'],
    [
      'includeZeroBalances=1',
      'includeZeroBalances',
      'Include zero balances must be true or false',
      '1',
    ],
    ['network=x', 'network', "Network must be 'testnet' or 'mainnet'", 'x'],
  ])('refuses %s', async (query, field, message, value) => {
    const { call } = await openHoldingsApp();
    const { status, json } = await call('GET', `${listPath}?${query}`);
    expect([status, json]).toEqual([
      400,
      failure('Invalid query parameters', [field, message, value]),
    ]);
  });

  it.each(['listHoldings', 'listHoldingHistory'] as const)(
    'and its history (%s) need a vault',
    async (name) => {
      const { call } = await openHoldingsApp();
      const bad = await call('GET', pathOf(name, '123'));
      const issue = ['id', 'Must be a valid MongoDB ObjectId', '123'] as const;
      expect([bad.status, bad.json]).toEqual([400, failure('Invalid vault ID format', issue)]);
      const unknown = await call('GET', pathOf(name, vaultIdOf(5)));
      expect([unknown.status, unknown.json]).toEqual([404, failure('Vault not found')]);
    },
  );
});

describe('the history of balances', () => {
  const changed = async () => {
    const app = await openHoldingsApp();
    for (const amount of [10_000_000n, 25_000_000n, 25_000_000n, 0n]) {
      app.setBalance(1, 0, amount);
      await app.call('POST', refreshPath);
      app.mainnet.ledger += 1;
      await app.clock.advance(60_000);
    }
    return app;
  };

  it('shows each change once, newest first', async () => {
    const { call } = await changed();
    const { status, json } = await call('GET', historyPath);
    expect(status).toBe(200);
    const shared = { tokenId: contractOf(0), tokenSymbol: 'XLM', network: 'mainnet' };
    expect(json.message).toBe('Balance history retrieved successfully');
    expect(json.data).toEqual([
      {
        ...shared,
        balance: '0.0000000',
        previousBalance: '2.5000000',
        ledger: 1_003,
        timestamp: '2023-11-14T22:16:20.000Z',
      },
      {
        ...shared,
        balance: '2.5000000',
        previousBalance: '1.0000000',
        ledger: 1_001,
        timestamp: '2023-11-14T22:14:20.000Z',
      },
      {
        ...shared,
        balance: '1.0000000',
        previousBalance: null,
        ledger: 1_000,
        timestamp: startTime,
      },
    ]);
    expect(json.pagination).toMatchObject({ page: 1, limit: 10, totalItems: 3, totalPages: 1 });
  });

  it.each([
    ['sortOrder=asc', ['1.0000000', '2.5000000', '0.0000000']],
    [`tokenId=${contractOf(1)}`, []],
    ['network=testnet', []],
    ['from=2023-11-14T22:14:20Z&to=2023-11-14T22:16:20Z', ['2.5000000']],
    ['from=2023-11-14T23:16:20.000%2B01:00', ['0.0000000']],
    ['limit=1&page=2', ['2.5000000']],
  ])('with %s shows %j', async (query, expected) => {
    const { call } = await changed();
    const { json } = await call('GET', `${historyPath}?${query}`);
    expect(json.data.map((change: { balance: string }) => change.balance)).toEqual(expected);
  });

  it.each(['from', 'to'])('refuses a %s that is no time', async (field) => {
    const { call } = await openHoldingsApp();
    const { status, json } = await call('GET', `${historyPath}?${field}=yesterday`);
    const name = field === 'from' ? 'From' : 'To';
    const issue = [field, `${name} must be an ISO 8601 time with zone`, 'yesterday'] as const;
    expect([status, json]).toEqual([400, failure('Invalid query parameters', issue)]);
  });
});
