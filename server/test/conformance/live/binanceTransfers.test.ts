import type { Fault } from '@windlass/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPerpsTrader, type PerpsTrader } from '../../support/exchanges/binance/perps.ts';

// Money between the wallets of a live account, over sockets and through ccxt.

let trader: PerpsTrader;
beforeAll(async () => {
  trader = await openPerpsTrader();
});
afterAll(() => trader.stop());

const path = '/sapi/v1/asset/transfer';
type Row = Readonly<Record<string, string>>;

/** Returns the amount in a wallet as the exchange itself reports it, in its own decimals. */
const wallets: Readonly<Record<string, (asset: string) => Promise<string>>> = {
  async spot(asset) {
    const { balances } = await trader.there('GET api.binance.com/api/v3/account');
    return found(balances, asset, 'free');
  },
  swap: async (asset) =>
    found(await trader.there('GET fapi.binance.com/fapi/v3/balance'), asset, 'balance'),
  future: async (asset) =>
    found(await trader.there('GET dapi.binance.com/dapi/v1/balance'), asset, 'balance'),
  async margin(asset) {
    const { userAssets } = await trader.there('GET api.binance.com/sapi/v1/margin/account');
    return found(userAssets, asset, 'free');
  },
  funding: async (asset) =>
    found(
      await trader.there('POST api.binance.com/sapi/v1/asset/get-funding-asset'),
      asset,
      'free',
    ),
};

function found(rows: readonly Row[], asset: string, name: string): string {
  return rows.find((row) => row.asset === asset)?.[name] ?? '0.00000000';
}

const unitsOf = (text: string) => BigInt(text.replace('.', ''));
const units = async (word: string, asset: string) => unitsOf((await wallets[word]?.(asset)) ?? '');

const words = Object.keys(wallets);
const isContract = (word: string) => word === 'swap' || word === 'future';
const ways = words
  .flatMap((from) => words.map((to) => [from, to] as const))
  .filter(([from, to]) => from !== to && !(isContract(from) && isContract(to)));

describe('a transfer at binance', () => {
  it.each(ways)('from %s to %s moves exactly that much', async (from, to) => {
    const asset = from === 'future' || to === 'future' ? 'BTC' : 'USDT';
    const amount = 0.12345678;
    // An empty wallet first gets as much as it has to give.
    if (from !== 'spot') {
      const filled = { asset, amount, from_account: 'spot', to_account: from };
      await trader.post('transfer', filled);
    }
    const before = [await units(from, asset), await units(to, asset)] as const;
    const asked = { asset, amount, from_account: from, to_account: to };
    const done = await trader.post('transfer', asked);
    expect(done).toEqual({
      exchange: 'binance',
      exchange_account_id: trader.account,
      ...asked,
      transfer_id: expect.stringMatching(/^\d+$/),
      status: 'completed',
      timestamp: expect.any(Number),
    });
    const after = [await units(from, asset), await units(to, asset)];
    expect(after).toEqual([before[0] - 12_345_678n, before[1] + 12_345_678n]);
    await trader.post('transfer', { ...asked, from_account: to, to_account: from });
    expect([await units(from, asset), await units(to, asset)]).toEqual([...before]);
  });

  it('is told by our balances as well', async () => {
    const total = async (market_type: string) =>
      (await trader.get('balance', { market_type })).total.USDT;
    const before = [await total('spot'), await total('swap')];
    const asked = { asset: 'USDT', from_account: 'main', to_account: 'swap', amount: 250.5 };
    await trader.post('transfer', asked);
    const after = [await total('spot'), await total('swap')];
    expect(after[0]).toBeCloseTo(before[0] - 250.5, 8);
    expect(after[1]).toBeCloseTo(before[1] + 250.5, 8);
  });
});

describe('what is in a wallet at binance', () => {
  it.each([
    ['future', 'BTC'],
    ['margin', 'USDT'],
    ['funding', 'USDT'],
  ])('%s is told by its word as the exchange has it', async (wallet, asset) => {
    const before = (await trader.get('balance', { wallet })).total[asset] ?? 0;
    const moved = { asset, amount: 0.12345678, from_account: 'spot', to_account: wallet };
    await trader.post('transfer', moved);
    const { total, free, used } = await trader.get('balance', { wallet });
    expect(total[asset]).toBeCloseTo(before + 0.12345678, 8);
    expect(total[asset]).toBe(Number(await units(wallet, asset)) / 1e8);
    expect([free[asset], used[asset]]).toEqual([total[asset], 0]);
  });

  it('is that of coin-margined contracts where dated futures are asked for', async () => {
    await trader.post('transfer', {
      asset: 'BTC',
      amount: 0.1,
      from_account: 'spot',
      to_account: 'future',
    });
    const dated = await trader.get('balance', { market_type: 'future' });
    expect(dated.total).toEqual((await trader.get('balance', { wallet: 'future' })).total);
    expect(dated.total.BTC).toBeGreaterThan(0);
  });

  it('tells what a position in coins holds, and no profit as free', async () => {
    trader.mark('BTC/USD:BTC', 100);
    expect(await trader.trade('BTCUSD_PERP', 'BUY', 20)).toMatchObject({ status: 'FILLED' });
    const held = await trader.get('balance', { wallet: 'future' });
    expect(held.used.BTC).toBeGreaterThan(0);
    trader.mark('BTC/USD:BTC', 200);
    await trader.live.pass(1_000);
    const { total, free, used } = await trader.get('balance', { wallet: 'future' });
    expect(total.BTC).toBe(held.total.BTC);
    expect(free.BTC).toBeLessThanOrEqual(total.BTC);
    expect(used.BTC).toBeGreaterThanOrEqual(0);
  });

  it('is refused by a word that binance has not', async () => {
    const { status, json } = await trader.asked('GET', 'balance', { wallet: 'savings' });
    expect([status, json.data.errors[0].field]).toEqual([400, 'wallet']);
  });
});

describe('a transfer that cannot be', () => {
  const usual = { asset: 'USDT', amount: 1, from_account: 'spot', to_account: 'swap' };
  const allowed = 'spot, main, swap, future, margin, funding';
  it.each([
    [
      { to_account: 'savings' },
      { field: 'to_account', message: `binance has no wallet savings: it has ${allowed}` },
    ],
    [
      { to_account: 'spot' },
      { field: 'to_account', message: 'to_account must differ from from_account' },
    ],
    [
      { to_account: 'main' },
      {
        field: 'to_account',
        message: 'source and destination are the same wallet: binance has one for spot and main',
      },
    ],
    [{ amount: 1e14 }, { field: 'amount', message: 'amount must be at most 10000000000000' }],
    [
      { from_account: 'swap', to_account: 'future' },
      {
        field: 'to_account',
        message:
          'binance moves nothing from swap to future directly: move it from swap to spot, ' +
          'and from spot to future',
      },
    ],
  ])('is refused: %j', async (changes, error) => {
    const { status, json } = await trader.asked('POST', 'transfer', { ...usual, ...changes });
    expect([status, json.data.errors]).toEqual([400, [expect.objectContaining(error)]]);
  });

  it('names the words where one is none of ours', async () => {
    const { status, json } = await trader.asked('POST', 'transfer', { ...usual, to_account: 'x' });
    expect(status).toBe(400);
    expect(json.data.errors[0].message).toMatch(/to_account must be one of spot, swap, future/);
  });

  it('is refused when the wallet has less', async () => {
    const before = await units('spot', 'USDT');
    const { status, json } = await trader.asked('POST', 'transfer', { ...usual, amount: 5_000.1 });
    expect([status, json.data.error]).toEqual([400, 'INSUFFICIENT_BALANCE']);
    expect(await units('spot', 'USDT')).toBe(before);
  });
});

describe('a transfer whose answer is lost', () => {
  const usual = { asset: 'USDT', amount: 7, from_account: 'spot', to_account: 'swap' };
  it.each<Fault>([
    { kind: 'neverAnswers' },
    { kind: 'resetsBeforeHeaders' },
    { kind: 'resetsInBody' },
    { kind: 'answers', status: 502, body: '<html>' },
    { kind: 'exchangeError', code: -1007 },
  ])('is not known, and not sent again: $kind', async (how) => {
    const [before, sent] = [await units('swap', 'USDT'), trader.count(path)];
    const match = (request: { readonly path: string }) => request.path === path;
    trader.live.simulator.fail('binance', { match, times: 1, when: 'after', how });
    const { status, json } = await trader.asked('POST', 'transfer', usual);
    expect([status, json.data]).toEqual([
      500,
      expect.objectContaining({ error: 'NETWORK_ERROR', status: 'unknown' }),
    ]);
    expect(trader.count(path)).toBe(sent + 1);
    expect(await units('swap', 'USDT')).toBe(before + 700_000_000n);
  });
});
