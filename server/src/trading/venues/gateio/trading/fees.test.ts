import { describe, expect, it } from 'vitest';
import { gateClient, symbolOf } from '../../../../../test/support/exchanges/gateio/client.ts';
import { marketTypeOf } from '../../../model/order.ts';
import { gateioAccountFees } from './fees.ts';

/** The rates of every kind of market in one record, and all of them different. */
const wallet = {
  user_id: 1,
  taker_fee: '0.002',
  maker_fee: '0.0019',
  loan_fee: '0.18',
  gt_discount: true,
  gt_taker_fee: '0.0015',
  gt_maker_fee: '0.0014',
  point_type: '1',
  futures_taker_fee: '0.00048',
  futures_maker_fee: '0.00012',
  debit_fee: 1,
  delivery_taker_fee: '0.00016',
  delivery_maker_fee: '-0.00015',
  rpi_maker_fee: '0',
};
const contract = { taker_fee: '0.0005', maker_fee: '-0.000057' };
const perpetual = 'GET /futures/usdt/fee?contract=BTC_USDT';
const forbidden = { label: 'FORBIDDEN', message: 'no account permission' };

async function feeOf(name: string, answers: Readonly<Record<string, unknown>>) {
  const all: Readonly<Record<string, unknown>> = {
    'GET /account/detail': { user_id: 1, key: { mode: 1 }, tier: 3 },
    ...answers,
  };
  const { run, requests } = gateClient(({ line }) => all[line]);
  const symbol = symbolOf(name);
  const market = { symbol, marketType: marketTypeOf(symbol) };
  const fee = await run((call) => gateioAccountFees.tradingFee(call, market));
  return { fee, lines: requests.map(({ line }) => line) };
}

describe('fees of an account at gateio', () => {
  it('on spot are of the pair, without what GT or points would take off', async () => {
    const path = 'GET /wallet/fee?currency_pair=BTC_USDT';
    const { fee, lines } = await feeOf('BTC/USDT', { [path]: wallet });
    expect(fee).toEqual({ makerBps: 19, takerBps: 20, tier: 'VIP 3', isTierBased: true });
    expect(lines).toEqual([path, 'GET /account/detail']);
  });

  it.each([
    ['BTC/USDT:USDT', perpetual, 'BTC_USDT'],
    ['BTC/USD:BTC', 'GET /futures/btc/fee?contract=BTC_USD', 'BTC_USD'],
  ])('on %s are of the contract, and negative for a rebate', async (name, path, id) => {
    const other = { taker_fee: '0.1', maker_fee: '0.1' };
    const { fee, lines } = await feeOf(name, { [path]: { ETH_USDT: other, [id]: contract } });
    expect(fee).toEqual({ makerBps: -0.57, takerBps: 5, tier: 'VIP 3', isTierBased: true });
    expect(lines).toEqual([path, 'GET /account/detail']);
  });

  it('of what expires are apart from those of perpetuals', async () => {
    const path = 'GET /wallet/fee?settle=USDT';
    const { fee } = await feeOf('BTC/USDT:USDT-261225', { [path]: wallet });
    expect(fee).toMatchObject({ makerBps: -1.5, takerBps: 1.6 });
  });

  it('are told without a level where the key may not ask for it', async () => {
    const answers = { [perpetual]: { BTC_USDT: contract }, 'GET /account/detail': forbidden };
    const { fee } = await feeOf('BTC/USDT:USDT', answers);
    expect(fee).toEqual({ makerBps: -0.57, takerBps: 5, tier: undefined, isTierBased: true });
  });

  it('have a level from zero on', async () => {
    const detail = { 'GET /account/detail': { user_id: 1, tier: 0 } };
    const { fee } = await feeOf('BTC/USDT:USDT', {
      [perpetual]: { BTC_USDT: contract },
      ...detail,
    });
    expect(fee.tier).toBe('VIP 0');
  });

  it.each([
    ['of another contract', { ETH_USDT: contract }],
    ['without a rate', { BTC_USDT: { taker_fee: '0.0005' } }],
    ['that is a list', [contract]],
  ])('are not known from an answer %s', async (_, answer) => {
    await expect(feeOf('BTC/USDT:USDT', { [perpetual]: answer })).rejects.toThrow('The exchange');
  });

  it('are refused where the key may not ask for them', async () => {
    await expect(feeOf('BTC/USDT:USDT', { [perpetual]: forbidden })).rejects.toThrow('FORBIDDEN');
  });
});
