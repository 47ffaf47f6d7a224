import { describe, expect, it } from 'vitest';
import { list, ok, openBybit } from '../../../../../test/support/exchanges/bybit/client.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { LedgerQuery } from '../../perpsPort.ts';
import { bybitPerps } from './perps.ts';

const logPath = '/v5/account/transaction-log';
const profitPath = '/v5/position/closed-pnl';

const query = (changes: Partial<LedgerQuery> = {}): LedgerQuery => ({
  marketType: 'swap',
  symbol: undefined,
  sinceMs: undefined,
  limit: 100,
  ...changes,
});
const named = (text: string) => query({ symbol: text as InstrumentSymbol });

/** Has the fields of a record of 2024. */
const payment = {
  symbol: 'LTCUSDT',
  side: 'Buy',
  funding: '-0.0006935',
  fee: '0',
  change: '-0.0006935',
  cashFlow: '0',
  transactionTime: '1699897600000',
  type: 'SETTLEMENT',
  currency: 'USDT',
  id: '452265_LTCUSDT_157751525050',
  category: 'linear',
  feeRate: '0.0001',
};

async function payments(rows: readonly object[], asked = query()) {
  const venue = openBybit({ [logPath]: [list(...rows), list()] });
  const found = await venue.ask((call) => bybitPerps.fundingPayments(call, asked));
  return { venue, found };
}

describe('funding payments of bybit', () => {
  it('bear the sign of the wallet, its currency and an id of their own', async () => {
    const { found } = await payments([payment]);
    expect(found).toEqual([
      {
        id: '452265_LTCUSDT_157751525050',
        symbol: 'LTC/USDT:USDT',
        amount: '-0.0006935',
        asset: 'USDT',
        atMs: 1_699_897_600_000,
        info: payment,
      },
    ]);
  });

  it('keep every digit, in whatever they are paid', async () => {
    const coin = { category: 'inverse', symbol: 'BTCUSD', currency: 'BTC' };
    const { found } = await payments([
      { ...payment, ...coin, funding: '0.000000001234567890123456' },
      { ...payment, symbol: 'BTCPERP', currency: 'USDC', funding: '-12.50', id: '2' },
    ]);
    expect(found.map(({ symbol, amount, asset }) => [symbol, amount, asset])).toEqual([
      ['BTC/USD:BTC', '0.000000001234567890123456', 'BTC'],
      ['BTC/USDC:USDC', '-12.5', 'USDC'],
    ]);
  });

  it('are no profits of USDC contracts, no options and no spot', async () => {
    const { found } = await payments([
      { ...payment, funding: '', cashFlow: '3.5', symbol: 'BTCPERP' },
      { ...payment, funding: '0', cashFlow: '3.5', symbol: 'BTCPERP' },
      { ...payment, category: 'option', symbol: 'BTC-25DEC26-100000-C' },
      { ...payment, category: 'spot' },
    ]);
    expect(found).toEqual([]);
  });

  it('are asked for by coin where a market is named, and only its own are told', async () => {
    const { venue, found } = await payments(
      [{ ...payment, symbol: 'LTCPERP', currency: 'USDC' }, payment],
      named('LTC/USDT:USDT'),
    );
    expect(found.map(({ symbol }) => symbol)).toEqual(['LTC/USDT:USDT']);
    expect(venue.sent[0]?.fields).toMatchObject({
      accountType: 'UNIFIED',
      type: 'SETTLEMENT',
      category: 'linear',
      baseCoin: 'LTC',
      limit: '50',
    });
  });

  it('are none of dated futures, of which nothing is asked', async () => {
    const { venue, found } = await payments([payment], query({ marketType: 'future' }));
    expect([venue.sent, found]).toEqual([[], []]);
  });
});

/** Has the fields of a record of 2024. */
const closed = {
  symbol: 'BTCUSDT',
  orderId: 'bcb03fc1',
  side: 'Sell',
  closedPnl: '-0.43582528',
  avgEntryPrice: '55937.5',
  avgExitPrice: '55563',
  qty: '0.001',
  closedSize: '0.001',
  cumEntryValue: '55.9375',
  cumExitValue: '55.563',
  execType: 'Trade',
  fillCount: '1',
  createdTime: '1699908566762',
  updatedTime: '1699908566765',
};

async function profits(rows: readonly object[], asked = query()) {
  const venue = openBybit({
    [profitPath]: [
      ({ fields }) => (fields.category === 'linear' || asked.symbol ? list(...rows) : list()),
    ],
  });
  // A day, which is one request for each list.
  const sinceMs = venue.clock.now() - 86_400_000;
  const found = await venue.ask((call) => bybitPerps.realizedPnl(call, { ...asked, sinceMs }));
  return { venue, found };
}

describe('profits taken at bybit', () => {
  it('are what was left for less what was entered for: fees are apart', async () => {
    const { venue, found } = await profits([closed]);
    expect(found).toEqual([
      {
        id: 'bcb03fc1:1699908566762:1699908566765:55.563',
        symbol: 'BTC/USDT:USDT',
        amount: '-0.3745',
        asset: 'USDT',
        atMs: 1_699_908_566_762,
        info: closed,
      },
    ]);
    expect(venue.sent.map(({ fields }) => [fields.category, fields.limit])).toEqual([
      ['linear', '100'],
      ['inverse', '100'],
    ]);
  });

  it.each([
    ['a short one', { side: 'Buy' }, undefined, '0.3745', 'USDT'],
    ['a USDC contract', { symbol: 'BTCPERP' }, 'BTC/USDC:USDC', '-0.3745', 'USDC'],
    [
      'an inverse long one, worth fewer coins at the end',
      { symbol: 'BTCUSD', cumEntryValue: '100', cumExitValue: '50' },
      ...(['BTC/USD:BTC', '50', 'BTC'] as const),
    ],
    [
      'an inverse short one',
      { symbol: 'BTCUSD', side: 'Buy', cumEntryValue: '100', cumExitValue: '50' },
      ...(['BTC/USD:BTC', '-50', 'BTC'] as const),
    ],
    ['one without values', { cumEntryValue: '' }, undefined, '-0.43582528', 'USDT'],
  ])('are right for %s', async (_, changes, symbol, amount, asset) => {
    const asked = symbol === undefined ? query() : named(symbol);
    const { venue, found } = await profits([{ ...closed, ...changes }], asked);
    expect(found).toMatchObject([{ amount, asset }]);
    expect(venue.sent).toHaveLength(symbol === undefined ? 2 : 1);
  });

  it('of one order that closed bit by bit are told apart', async () => {
    const { found } = await profits([
      closed,
      { ...closed, createdTime: '1699908599999' },
      { ...closed, updatedTime: '1699908599999' },
      { ...closed, cumExitValue: '55.6' },
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(4);
  });

  it('need the time that they are listed by', async () => {
    await expect(profits([{ ...closed, createdTime: '' }])).rejects.toThrow('time of a profit');
  });

  it('are of the market type, and of markets that are offered', async () => {
    const rows = [
      { ...closed, symbol: 'BTCUSDT-25DEC26' },
      { ...closed, symbol: 'BTCUSDZ26' },
    ];
    expect((await profits(rows)).found).toEqual([]);
    const { found } = await profits(rows, query({ marketType: 'future' }));
    expect(found).toMatchObject([{ symbol: 'BTC/USDT:USDT-261225' }]);
  });

  it('need a list in the answer', async () => {
    const venue = openBybit({ [profitPath]: [ok({})] });
    const asked = venue.ask((call) => bybitPerps.realizedPnl(call, query()));
    await expect(asked).rejects.toThrow('without a list');
  });
});
