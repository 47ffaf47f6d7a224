import {
  accountEndpoints,
  orderEndpoints,
  perpEndpoints,
  reconciliationEndpoints,
  walletEndpoints,
} from '@windlass/contract';
import type { NewAccount } from '@windlass/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifiedAccounts } from '../../support/accounts/verified.ts';
import type { TestAnswer } from '../../support/app/testApp.ts';
import { gateioSimulated } from '../../support/exchanges/gateio/exchange.ts';
import {
  type LiveService,
  openLiveService,
  type SimulatedVenue,
} from '../../support/exchanges/simulated.ts';

let live: LiveService;
beforeAll(async () => {
  live = await openLiveService(gateioSimulated);
});
afterAll(() => live.stop());

const dealing: SimulatedVenue = {
  ...gateioSimulated,
  account: (name) => ({ ...gateioSimulated.account(name), settings: { daily_limit_usd: 1e6 } }),
};
const { open, statuses, found } = verifiedAccounts(dealing, () => live);
const [spot, swap] = ['BTC/USDT', 'BTC/USDT:USDT'];
const multi: Partial<NewAccount> = { unifiedMode: 'multi_currency' };

function ask(method: 'GET' | 'POST', path: string, fields: object): Promise<TestAnswer> {
  if (method === 'POST') return live.service.app.ask({ method, url: path, body: fields });
  const query = new URLSearchParams(
    Object.entries(fields).map(([k, v]): [string, string] => [k, String(v)]),
  );
  return live.service.app.ask({ method, url: `${path}?${query}` });
}

const account = async (name: string) => {
  const { method, path } = accountEndpoints.getAccount;
  const { json } = await live.service.app.ask({ method, url: path.replace(':id', name) });
  return json.data;
};

const order = (name: string, changes: object) =>
  ask('POST', orderEndpoints.submitOrder.path, {
    exchange_account_id: name,
    symbol: spot,
    market_type: 'spot',
    side: 'buy',
    order_type: 'limit',
    price: 90,
    quantity: 1,
    ...changes,
  });

const total = async (name: string, market_type: string) => {
  const asked = { exchange_account_id: name, market_type };
  const { json } = await ask('GET', orderEndpoints.getBalance.path, asked);
  return json.data.total;
};

/** While set, the exchange answers differently when it is asked for the mode. */
let isSilent = false;
let isMistaken = false;
beforeAll(() => {
  const isMode = ({ path }: { readonly path: string }) => path.endsWith('/unified/unified_mode');
  const refusal = { kind: 'exchangeError', code: 'FORBIDDEN', status: 403 } as const;
  const mistake = { kind: 'answers', status: 200, body: '{"mode":"classic"}' } as const;
  const plan = { times: Number.MAX_SAFE_INTEGER, when: 'before' } as const;
  const { simulator } = live;
  simulator.fail('gateio', { ...plan, match: (at) => isSilent && isMode(at), how: refusal });
  simulator.fail('gateio', { ...plan, match: (at) => isMistaken && isMode(at), how: mistake });
});

/** Returns the requests that the exchange got at a path. */
const sent = (path: string) =>
  live.simulator.requests('gateio').filter((each) => each.path.endsWith(path));

function show(price: number): void {
  for (const { symbol, definition } of gateioSimulated.markets) {
    const count = 100 / Number(definition.contractSize ?? 1);
    const level = (at: number) => [at.toFixed(2), count] as const;
    const book = { bids: [level(price - 1)], asks: [level(price + 1)] };
    live.simulator.show('gateio', symbol, book);
    live.service.market.show(symbol, { bids: [[price - 1, 100]], asks: [[price + 1, 100]] });
  }
}

describe('verification of an account at gateio', () => {
  it.each([
    ['single_currency', /unified one \(single currency\)/],
    ['multi_currency', /unified one \(multi currency\)/],
    ['portfolio', /unified one \(portfolio\)/],
  ] as const)('tells the unified mode %s and keeps it', async (unifiedMode, message) => {
    const name = `verified-${unifiedMode}`.replace('_', '-');
    await open(name, { unifiedMode });
    expect(await statuses(name)).toMatchObject({ ok: true, unified_mode: 'ok' });
    const { checks } = await found(name);
    const told = checks.find(({ check }: { check: string }) => check === 'unified_mode');
    expect(told.message).toMatch(message);
    expect(await account(name)).toMatchObject({ unified_mode: unifiedMode });
  });

  it('tells a classic one', async () => {
    await open('verified-classic');
    expect(await account('verified-classic')).toMatchObject({ unified_mode: null });
    expect(await statuses('verified-classic')).toMatchObject({ ok: true, unified_mode: 'ok' });
    expect(await account('verified-classic')).toMatchObject({ unified_mode: 'classic' });
  });

  it('reads the mode from the wallet of contracts where the key may not ask for it', async () => {
    await open('narrow', { unifiedMode: 'portfolio' });
    isSilent = true;
    expect(await statuses('narrow')).toMatchObject({ ok: true, unified_mode: 'ok' });
    isSilent = false;
    expect(await account('narrow')).toMatchObject({ unified_mode: 'portfolio' });
  });
});

describe('a unified account at gateio', () => {
  it('has one wallet, whose equity is told without what positions would gain', async () => {
    await open('one-wallet', multi);
    show(100);
    const before = await total('one-wallet', 'spot');
    expect(await total('one-wallet', 'swap')).toEqual(before);
    const bought = { symbol: swap, market_type: 'swap', order_type: 'market', price: undefined };
    expect((await order('one-wallet', { ...bought, quantity: 2 })).status).toBe(200);
    const held = await total('one-wallet', 'swap');
    expect(held.USDT).toBeLessThan(before.USDT);
    show(120);
    expect(await total('one-wallet', 'swap')).toEqual(held);
    expect(await total('one-wallet', 'spot')).toEqual(held);
  });

  it('trades on spot without naming an account, and stops from the unified one', async () => {
    await open('named', multi);
    show(100);
    const resting = await order('named', {});
    expect([resting.status, resting.json.data.order_status]).toEqual([200, 'open']);
    const stop = { order_type: 'stop_loss', side: 'sell', price: undefined, stop_price: 80 };
    expect((await order('named', stop)).status).toBe(200);
    const [plain] = sent('/spot/orders')
      .filter(({ method }) => method === 'POST')
      .slice(-1);
    expect(JSON.parse(plain?.body ?? '')).not.toHaveProperty('account');
    const [asleep] = sent('/spot/price_orders')
      .filter(({ method }) => method === 'POST')
      .slice(-1);
    expect(JSON.parse(asleep?.body ?? '').put).toMatchObject({ account: 'unified' });
  });

  it.each([
    ['spot', 'swap'],
    ['swap', 'spot'],
    ['spot', 'future'],
    ['swap', 'future'],
  ])('refuses a transfer from %s to %s as one within the wallet', async (from, to) => {
    const name = `moves-${from}-${to}`;
    await open(name, multi);
    await statuses(name);
    const { path } = walletEndpoints.transferFunds;
    const asked = { asset: 'USDT', amount: 1, from_account: from, to_account: to };
    const { status, json } = await ask('POST', path, { exchange_account_id: name, ...asked });
    expect(status).toBe(400);
    const text = `the unified account has one for ${from} and ${to}`;
    expect(JSON.stringify(json.data)).toContain(text);
    expect(sent('/wallet/transfers')).toEqual([]);
  });

  it('is compared as one wallet, also when both kinds of markets traded', async () => {
    await open('compared', multi);
    show(100);
    const compare = async () => {
      const { method, path: url } = reconciliationEndpoints.compareAccounts;
      const body = { exchange_account_id: 'compared' };
      const { json } = await live.service.app.ask({ method, url, body });
      return json.data;
    };
    await compare();
    expect(await account('compared')).toMatchObject({ unified_mode: 'multi_currency' });
    const market = { order_type: 'market', price: undefined };
    const perpetual = { ...market, symbol: swap, market_type: 'swap', side: 'sell' };
    const taken = [await order('compared', market), await order('compared', perpetual)];
    expect(taken.map(({ status }) => status)).toEqual([200, 200]);
    show(110);
    const { accounts, differences } = await compare();
    expect([differences, accounts[0].status]).toEqual([[], 'ok']);
  });

  it('has its mode read again when an order is refused for the other one', async () => {
    await open('changed', multi);
    show(100);
    isMistaken = true;
    await statuses('changed');
    isMistaken = false;
    expect(await account('changed')).toMatchObject({ unified_mode: 'classic' });
    const refused = await order('changed', {});
    expect(refused.json).toMatchObject({
      message: expect.stringMatching(/^The exchange does not take the order for this kind/),
      data: { error: 'EXCHANGE_ERROR', order_status: 'rejected' },
    });
    await live.pass(1_000);
    expect(await account('changed')).toMatchObject({ unified_mode: 'multi_currency' });
    expect((await order('changed', {})).status).toBe(200);
  });

  it('has no isolated margin in portfolio mode, and is told so before anything is sent', async () => {
    await open('portfolio', { unifiedMode: 'portfolio' });
    show(100);
    const asked = { exchange_account_id: 'portfolio', symbol: swap, margin_mode: 'isolated' };
    const { status, json } = await ask('POST', perpEndpoints.setMarginMode.path, asked);
    expect([status, json.message]).toEqual([400, expect.stringMatching(/portfolio mode/)]);
    expect(sent('/leverage')).toEqual([]);
  });
});
