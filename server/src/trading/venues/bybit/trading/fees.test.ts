import { describe, expect, it } from 'vitest';
import {
  type BybitAnswer,
  list,
  ok,
  openBybit,
} from '../../../../../test/support/exchanges/bybit/client.ts';
import { marketTypeOf } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { bybitAccountFees } from './fees.ts';

const path = '/v5/account/fee-rate';
const row = { symbol: 'BTCUSDT', takerFeeRate: '0.00055', makerFeeRate: '0.00016999' };
const other = { symbol: 'ETHUSDT', takerFeeRate: '0.1', makerFeeRate: '0.1' };

async function feeOf(name: string, answer: BybitAnswer) {
  const venue = openBybit({ [path]: [answer] });
  const symbol = name as InstrumentSymbol;
  const market = { symbol, marketType: marketTypeOf(symbol) };
  const fee = await venue.ask((call) => bybitAccountFees.tradingFee(call, market));
  return { fee, sent: venue.sent.map((each) => [each.path, each.fields]) };
}

describe('fees of an account at bybit', () => {
  it.each([
    ['BTC/USDT', { category: 'spot', symbol: 'BTCUSDT' }],
    ['BTC/USDT:USDT', { category: 'linear', symbol: 'BTCUSDT' }],
    ['BTC/USDC:USDC', { category: 'linear', symbol: 'BTCPERP' }],
    ['BTC/USDT:USDT-261225', { category: 'linear', symbol: 'BTCUSDT-25DEC26' }],
    ['BTC/USD:BTC', { category: 'inverse', symbol: 'BTCUSD' }],
  ])('on %s are asked for with the category, since names repeat', async (name, fields) => {
    const { fee, sent } = await feeOf(name, list(other, { ...row, symbol: fields.symbol }));
    expect(fee).toEqual({ makerBps: 1.6999, takerBps: 5.5, tier: undefined, isTierBased: true });
    expect(sent).toEqual([[path, fields]]);
  });

  it('are negative where the venue pays for making', async () => {
    const { fee } = await feeOf('BTC/USDT:USDT', list({ ...row, makerFeeRate: '-0.00005' }));
    expect([fee.makerBps, fee.takerBps]).toEqual([-0.5, 5.5]);
  });

  it.each([
    ['with nothing of the market', list(other)],
    ['with nothing', list()],
    ['without a list', ok({})],
    ['without a rate', list({ ...row, makerFeeRate: '' })],
  ])('are not known from an answer %s', async (_, answer) => {
    await expect(feeOf('BTC/USDT', answer)).rejects.toThrow('The exchange');
  });
});
