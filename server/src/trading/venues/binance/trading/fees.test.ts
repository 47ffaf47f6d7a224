import { describe, expect, it } from 'vitest';
import { type WireAnswer, wireCall } from '../../../../../test/support/ccxt/wireCall.ts';
import { marketTypeOf } from '../../../model/order.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import type { Dialect } from '../../shared/live/dialect.ts';
import { binanceDialect } from './dialect.ts';
import { binancePortfolioDialect } from './portfolio/dialect.ts';

const markets = [
  { id: 'BTCUSDT', symbol: 'BTC/USDT' },
  { id: 'BTCUSDT', symbol: 'BTC/USDT:USDT' },
  { id: 'BTCUSDT_261225', symbol: 'BTC/USDT:USDT-261225' },
  { id: 'BTCUSD_PERP', symbol: 'BTC/USD:BTC', contractSize: 100 },
];
const spotRow = { symbol: 'BTCUSDT', makerCommission: '0.00075', takerCommission: '0.0009' };
const contractRow = {
  symbol: 'BTCUSDT',
  makerCommissionRate: '0.000180',
  takerCommissionRate: '0.000400',
  // Rate of orders that only people on the venue's own page see.
  rpiCommissionRate: '0.000050',
};

async function feeOf(
  name: string,
  answers: Readonly<Record<string, WireAnswer>>,
  dialect: Dialect = binanceDialect,
) {
  const symbol = parseSymbol(name) ?? ('' as never);
  const { call, requests } = await wireCall(dialect, markets, ({ path }) => answers[path] ?? []);
  const fee = await dialect.fees?.tradingFee(call, { symbol, marketType: marketTypeOf(symbol) });
  return { fee, requests };
}

describe('fees of an account at binance', () => {
  it('on spot are in a list, among those of other pairs', async () => {
    const path = '/sapi/v1/asset/tradeFee';
    const other = { symbol: 'ETHBTC', makerCommission: '0.1', takerCommission: '0.1' };
    const { fee, requests } = await feeOf('BTC/USDT', { [path]: [other, spotRow] });
    expect(fee).toEqual({ makerBps: 7.5, takerBps: 9, tier: undefined, isTierBased: true });
    expect(requests).toEqual([{ method: 'GET', path, fields: { symbol: 'BTCUSDT' } }]);
  });

  it.each([
    ['BTC/USDT:USDT', '/fapi/v1/commissionRate', 'BTCUSDT'],
    ['BTC/USDT:USDT-261225', '/fapi/v1/commissionRate', 'BTCUSDT_261225'],
    ['BTC/USD:BTC', '/dapi/v1/commissionRate', 'BTCUSD_PERP'],
  ])('on %s are those of its API', async (name, path, symbol) => {
    const { fee, requests } = await feeOf(name, { [path]: { ...contractRow, symbol } });
    expect(fee).toEqual({ makerBps: 1.8, takerBps: 4, tier: undefined, isTierBased: true });
    expect(requests).toEqual([{ method: 'GET', path, fields: { symbol } }]);
  });

  it('are negative where the venue pays for making', async () => {
    const paid = { ...contractRow, makerCommissionRate: '-0.00005' };
    const { fee } = await feeOf('BTC/USDT:USDT', { '/fapi/v1/commissionRate': paid });
    expect([fee?.makerBps, fee?.takerBps]).toEqual([-0.5, 4]);
  });

  it.each([
    ['BTC/USDT', '/papi/v1/um/commissionRate', '/sapi/v1/asset/tradeFee', [spotRow]],
    ['BTC/USDT:USDT', '/fapi/v1/commissionRate', '/papi/v1/um/commissionRate', contractRow],
    [
      ...(['BTC/USD:BTC', '/dapi/v1/commissionRate', '/papi/v1/cm/commissionRate'] as const),
      { ...contractRow, symbol: 'BTCUSD_PERP' },
    ],
  ])('of portfolio margin on %s are told elsewhere than at %s', async (name, no, path, row) => {
    const answers = { [no]: { status: 400, text: '{"code":-2015,"msg":"Invalid key"}' } };
    const { fee, requests } = await feeOf(
      name,
      { ...answers, [path]: row },
      binancePortfolioDialect,
    );
    expect(fee).toMatchObject({ makerBps: name === 'BTC/USDT' ? 7.5 : 1.8 });
    expect(requests.map((each) => each.path)).toEqual([path]);
  });

  it.each([
    ['of another market', 'BTC/USDT:USDT', { ...contractRow, symbol: 'ETHUSDT' }],
    ['without a rate', 'BTC/USDT:USDT', { ...contractRow, makerCommissionRate: '' }],
    ['in the words of spot', 'BTC/USDT:USDT', spotRow],
    ['that is a list', 'BTC/USDT:USDT', [contractRow]],
    ['that is none', 'BTC/USDT', []],
    ['with nothing of the pair', 'BTC/USDT', [{ ...spotRow, symbol: 'ETHUSDT' }]],
  ])('are not known from an answer %s', async (_, name, answer) => {
    const paths = ['/sapi/v1/asset/tradeFee', '/fapi/v1/commissionRate'];
    const answers = Object.fromEntries(paths.map((path) => [path, answer]));
    await expect(feeOf(name, answers)).rejects.toThrow(
      /^The exchange (did not report|returned no)/,
    );
  });
});
