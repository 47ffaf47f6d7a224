import { accountEndpoints, venueFacts } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { venueIds } from '../../src/trading/model/venue.ts';
import { walletsOf } from '../../src/trading/venues/registry.ts';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ WINDLASS_DEMO: 'off' });
});
afterAll(() => test.stop());

const accountsPath = accountEndpoints.createAccount.path;
const portfoliosPath = accountEndpoints.createPortfolio.path;
const pathOf = (id: string) => accountEndpoints.getAccount.path.replace(':id', id);
const post = (url: string, body: object, key?: string) =>
  test.call({ method: 'POST', url, body, ...(key !== undefined && { key }) });
const patch = (id: string, body: object) => test.call({ method: 'PATCH', url: pathOf(id), body });
const get = (url: string) => test.call({ url });
const remove = (url: string) => test.call({ method: 'DELETE', url });

let made = 0;
const freshId = () => {
  made += 1;
  return `account-${made}`;
};
const paper = (rest: object = {}) => {
  return { exchange_account_id: freshId(), exchange: 'okx', mode: 'paper', ...rest };
};
const pair = { api_key: 'sealed-away-key', api_secret: 'sealed-away-text' };
const live = (rest: object = {}) => {
  const account = { exchange_account_id: freshId(), exchange: 'binance', mode: 'live' };
  return { ...account, credentials: pair, ...rest };
};
const wallet = { wallet_address: `0x${'Ab'.repeat(20)}`, private_key: `0x${'cd'.repeat(32)}` };

describe('createAccount', () => {
  it('answers the account with its defaults', async () => {
    const answer = await post(accountsPath, {
      exchange_account_id: 'desk_1-a',
      exchange: 'gate',
      mode: 'paper',
    });
    expect(answer.status).toBe(201);
    const amounts = { USDT: '1000000', USDC: '1000000', BTC: '10', ETH: '100', SOL: '1000' };
    expect(answer.json).toEqual({
      isError: false,
      message: 'Exchange account created successfully',
      statusCode: 201,
      data: {
        exchange_account_id: 'desk_1-a',
        exchange: 'gateio',
        mode: 'paper',
        environment: 'production',
        region: 'global',
        portfolio_id: null,
        portfolio_margin: false,
        hedge_mode: false,
        unified_mode: null,
        daily_limit_usd: 100,
        limits: {
          max_order_usd: null,
          price_collar_pct: 5,
          max_open_orders: null,
          cancel_after_s: null,
        },
        fee_overrides: null,
        paper_balances: { spot: amounts, swap: amounts },
        has_credentials: false,
        has_futures_credentials: false,
        credentials_updated_at: null,
        halted: false,
        created_at: new Date(test.clock.now()).toISOString(),
        updated_at: new Date(test.clock.now()).toISOString(),
        warnings: [],
      },
    });
    const { warnings: _warnings, ...account } = answer.json.data;
    expect((await get(pathOf('desk_1-a'))).json.data).toEqual(account);
    const twice = await post(accountsPath, { ...paper(), exchange_account_id: 'desk_1-a' });
    expect([twice.status, twice.json.data.error]).toEqual([409, 'ACCOUNT_EXISTS']);
  });

  it('takes everything that can be set', async () => {
    await post(portfoliosPath, { portfolio_id: 'whole' });
    const given = {
      daily_limit_usd: 1234.567891,
      portfolio_id: 'whole',
      portfolio_margin: true,
      limits: { max_order_usd: 0.1, price_collar_pct: 100, max_open_orders: 1 },
    };
    const fees = {
      maker_bps: -1,
      taker_bps: 2.5,
      tier: 'VIP 3',
      pairs: { 'BTC/USDT:USDT': { maker_bps: 0, taker_bps: 1 } },
    };
    const answer = await post(accountsPath, live({ ...given, fee_overrides: fees }));
    expect(answer.json.data).toMatchObject({
      ...given,
      fee_overrides: fees,
      paper_balances: null,
      has_credentials: true,
      has_futures_credentials: false,
      credentials_updated_at: answer.json.data.created_at,
    });
    const alone = { pairs: { 'BTC/USDT': { maker_bps: 1, taker_bps: 2 } } };
    const byPair = await post(accountsPath, paper({ fee_overrides: alone }));
    expect(byPair.json.data.fee_overrides).toEqual({
      maker_bps: null,
      taker_bps: null,
      tier: null,
      ...alone,
    });
    const balances = { spot: { USDT: 0.5, BTC: '12.000000000000000001' }, funding: {} };
    const poor = await post(accountsPath, paper({ paper_balances: balances }));
    expect(poor.json.data.paper_balances).toEqual({
      spot: { USDT: '0.5', BTC: '12.000000000000000001' },
      funding: {},
    });
  });

  it.each([
    ['binance', pair, undefined],
    ['bybit', pair, undefined],
    ['gateio', pair, undefined],
    ['kraken', pair, pair],
    ['kraken', pair, undefined],
    ['okx', { ...pair, passphrase: 'p' }, undefined],
    ['hyperliquid', wallet, undefined],
  ])('takes what %s needs', async (exchange, credentials, futures) => {
    const sets = { credentials, ...(futures && { futures_credentials: futures }) };
    const answer = await post(accountsPath, live({ exchange, ...sets }));
    expect(answer.status).toBe(201);
    expect(answer.json.data).toMatchObject({
      has_credentials: true,
      has_futures_credentials: futures !== undefined,
    });
  });

  it.each([
    [{ exchange_account_id: 'X' }, 'exchange_account_id must be 2 to 64 characters of'],
    [{ exchange_account_id: 'a/b' }, 'exchange_account_id must be 2 to 64 characters of'],
    [{ exchange_account_id: 'a'.repeat(65) }, 'exchange_account_id must be 2 to 64'],
    [{ exchange: 'mtgox' }, 'exchange must be one of binance, bybit, gateio, kraken, okx'],
    [{ mode: 'demo' }, 'mode must be paper or live'],
    [{ environment: 'live' }, 'environment must be one of production, testnet, demo'],
    [{ environment: 'demo' }, 'environment must be production: a paper account trades on the'],
    [{ region: 'EU!' }, 'region must be a word of 2 to 16 small letters'],
    [{ region: 'eea' }, 'region must be global: paper accounts are at no exchange'],
    [{ daily_limit_usd: -1 }, 'daily_limit_usd must be a number from 0 to 1000000000'],
    [{ daily_limit_usd: 0.0000001 }, 'with at most 6 decimals'],
    [{ daily_limit_usd: 1e10 }, 'daily_limit_usd must be a number'],
    [{ daily_limit_usd: '100' }, 'daily_limit_usd must be a number'],
    [{ limits: { price_collar_pct: 0 } }, 'price_collar_pct must be a number above 0'],
    [{ limits: { price_collar_pct: null } }, 'price_collar_pct must be a number above 0'],
    [{ limits: { max_open_orders: 1.5 } }, 'max_open_orders must be an integer from 1'],
    [{ limits: { max_orders: 1 } }, 'max_orders is not a field of this request'],
    [{ fee_overrides: {} }, 'fee_overrides must have maker_bps and taker_bps, or pairs'],
    [{ fee_overrides: { maker_bps: 1 } }, 'both maker_bps and taker_bps, or neither'],
    [{ fee_overrides: { maker_bps: 1, taker_bps: 1e9 } }, 'taker_bps must be a number from -100'],
    [
      { fee_overrides: { maker_bps: 0.005, taker_bps: 1 } },
      'maker_bps must be a number from -100 to 1000 with at most 2 decimals',
    ],
    [
      { fee_overrides: { pairs: { 'BTC/USDT': { maker_bps: 1, taker_bps: 2.255 } } } },
      'taker_bps must be a number from -100 to 1000 with at most 2 decimals',
    ],
    [
      { fee_overrides: { pairs: { 'btc-usdt': { maker_bps: 1, taker_bps: 1 } } } },
      'pairs must be named BASE/QUOTE',
    ],
    [{ paper_balances: { moon: {} } }, 'moon is not a field of this request'],
    [{ paper_balances: { swap: {} } }, 'is no wallet of okx, which has spot and funding'],
    [{ paper_balances: { spot: { USDT: -1 } } }, 'each balance must be a number or decimal text'],
    [{ paper_balances: { spot: { USDT: '1e5' } } }, 'each balance must be a number or decimal'],
    [{ paper_balances: { spot: { USDT: 1e-9 } } }, 'without exponent'],
    [{ paper_balances: { spot: { usdt: 1 } } }, 'assets must be named by capital letters'],
    [{ portfolio_margin: true }, 'portfolio_margin must be false: okx has none here'],
    [{ portfolio_id: 'nowhere' }, 'portfolio_id names no portfolio'],
    [{ halted: true }, 'halted is not a field of this request'],
    [{ credentials: pair }, 'credentials must be left out: a paper account takes none'],
  ])('refuses %j on paper', async (change, message) => {
    const answer = await post(accountsPath, { ...paper(), ...change });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(message);
  });

  it.each([
    ['binance', {}, 'credentials is required: binance needs api_key and api_secret'],
    ['okx', { credentials: pair }, 'passphrase is required: okx needs api_key, api_secret and'],
    [
      'binance',
      { credentials: { ...pair, passphrase: 'p' } },
      'credentials.passphrase must be left out: binance needs api_key and api_secret only',
    ],
    ['hyperliquid', { credentials: pair }, 'credentials.wallet_address is required: hyperliquid'],
    [
      'hyperliquid',
      { credentials: { ...wallet, private_key: 'not-hex-at-all' } },
      'private_key must be 64 hexadecimal characters, with or without 0x',
    ],
    ['kraken', { credentials: pair, futures_credentials: { api_key: 'k' } }, 'api_secret is req'],
    [
      'bybit',
      { credentials: pair, futures_credentials: pair },
      'futures_credentials must be left out: bybit has one set for all markets',
    ],
    ['bybit', { credentials: { ...pair, api_key: '  ' } }, 'api_key must not be empty'],
    ['bybit', { credentials: pair, paper_balances: {} }, 'are for paper accounts only'],
  ])('refuses on %s live %j', async (exchange, rest, message) => {
    const { credentials: _none, ...base } = live({ exchange });
    const answer = await post(accountsPath, { ...base, ...rest });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(message);
  });
});

describe('changeAccount', () => {
  it('changes what is given, and null removes', async () => {
    await post(portfoliosPath, { portfolio_id: 'moving' });
    const fees = { maker_bps: 1, taker_bps: 2 };
    const body = live({ exchange: 'kraken', futures_credentials: pair, fee_overrides: fees });
    const { warnings: _warnings, ...before } = (await post(accountsPath, body)).json.data;
    await test.clock.advance(1_000);
    const id = before.exchange_account_id;
    const moved = await patch(id, { portfolio_id: 'moving', daily_limit_usd: 7 });
    expect(moved.json).toMatchObject({
      message: 'Exchange account updated successfully',
      data: {
        ...before,
        portfolio_id: 'moving',
        daily_limit_usd: 7,
        updated_at: expect.not.stringMatching(before.updated_at),
      },
    });
    const bare = await patch(id, {
      portfolio_id: null,
      futures_credentials: null,
      fee_overrides: null,
      credentials: { api_key: 'next', api_secret: 'next' },
    });
    expect(bare.json.data).toMatchObject({
      portfolio_id: null,
      has_futures_credentials: false,
      has_credentials: true,
      fee_overrides: null,
      daily_limit_usd: 7,
      credentials_updated_at: bare.json.data.updated_at,
    });
  });

  it.each([
    [{ exchange: 'okx' }, 'exchange is not a field of this request'],
    [{ mode: 'live' }, 'mode is not a field of this request'],
    [{ paper_balances: {} }, 'paper_balances is not a field of this request'],
    [{ credentials: pair }, 'a paper account takes none'],
    [{ credentials: null }, 'credentials must be an object'],
    [{ portfolio_id: 'nowhere' }, 'portfolio_id names no portfolio'],
    [{ portfolio_margin: true }, 'okx has none here'],
  ])('refuses %j', async (change, message) => {
    const account = paper();
    await post(accountsPath, account);
    const answer = await patch(account.exchange_account_id, change);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(message);
  });
});

describe('getAccount, listAccounts and removeAccount', () => {
  it('list by id and remove for good', async () => {
    const account = paper();
    const { exchange_account_id: id } = account;
    await post(accountsPath, account);
    const ids = async (): Promise<string[]> => {
      const { accounts } = (await get(accountsPath)).json.data;
      return accounts.map((one: { exchange_account_id: string }) => one.exchange_account_id);
    };
    expect(await ids()).toContain(id);
    expect(await ids()).toEqual([...(await ids())].sort());
    const removed = await remove(pathOf(id));
    expect(removed.json).toMatchObject({
      message: 'Exchange account removed successfully',
      data: { exchange_account_id: id },
    });
    expect(await ids()).not.toContain(id);
    for (const answer of [await get(pathOf(id)), await remove(pathOf(id)), await patch(id, {})]) {
      expect([answer.status, answer.json.data.error]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    }
  });
});

describe('portfolios', () => {
  const portfolio = (id: string) => accountEndpoints.getPortfolio.path.replace(':id', id);

  it('createPortfolio, listPortfolios, getPortfolio, changePortfolio, removePortfolio', async () => {
    const first = await post(portfoliosPath, { portfolio_id: 'alpha' });
    expect([first.status, first.json.data.name]).toEqual([201, 'alpha']);
    const account = paper({ portfolio_id: 'alpha' });
    await post(accountsPath, account);
    const url = portfolio('alpha');
    const renamed = await test.call({ method: 'PATCH', url, body: { name: ' First ' } });
    expect(renamed.json.data).toMatchObject({
      portfolio_id: 'alpha',
      name: 'First',
      exchange_account_ids: [account.exchange_account_id],
    });
    expect((await get(url)).json.data).toEqual(renamed.json.data);
    expect((await get(portfoliosPath)).json.data.portfolios).toContainEqual(renamed.json.data);
    const used = await remove(url);
    expect([used.status, used.json.message]).toEqual([
      409,
      'The portfolio still has accounts. Put them elsewhere before removing it.',
    ]);
    const again = await post(portfoliosPath, { portfolio_id: 'alpha', name: 'Other' });
    expect([again.status, again.json.data.error]).toEqual([409, 'PORTFOLIO_EXISTS']);
    await remove(pathOf(account.exchange_account_id));
    expect((await remove(url)).status).toBe(200);
    expect((await get(url)).json.data.error).toBe('PORTFOLIO_NOT_FOUND');
    for (const body of [{}, { portfolio_id: 'A B' }, { portfolio_id: 'x1', name: 'a\u0000b' }]) {
      expect((await post(portfoliosPath, body)).status).toBe(400);
    }
  });
});

describe('the contract and the venues', () => {
  it('know the same exchanges and the same wallets', () => {
    expect(Object.keys(venueFacts)).toEqual([...venueIds]);
    for (const venue of venueIds) expect(walletsOf(venue).names.length).toBeGreaterThan(0);
  });
});
