import { describe, expect, it } from 'vitest';
import {
  type OkxAnswer,
  okxRefusal,
  okxTrading,
} from '../../../../../test/support/exchanges/okx/client.ts';
import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { okxDialect } from './dialect.ts';
import { okxLimits } from './limits.ts';

/** As documented (GET /api/v5/account/trade-fee), for contracts in the years before groups. */
const contracts = {
  category: '1',
  delivery: '',
  exercise: '',
  instType: 'SWAP',
  level: 'Lv3',
  // A coin-margined maker is paid.
  maker: '0.00005',
  taker: '-0.00045',
  makerU: '-0.0002',
  takerU: '-0.0005',
  makerUSDC: '-0.00015',
  takerUSDC: '-0.0004',
  ruleType: 'normal',
  ts: '1763979985847',
  fiat: [],
};
const spot = {
  category: '1',
  delivery: '',
  exercise: '',
  instType: 'SPOT',
  level: 'Lv1',
  maker: '-0.0008',
  taker: '-0.001',
  makerU: '',
  takerU: '',
  makerUSDC: '-0.0006',
  takerUSDC: '-0.0007',
  ruleType: 'normal',
  ts: '1608623351857',
  fiat: [{ ccy: 'TRY', maker: '-0.0011', taker: '-0.0021' }],
};
/** As documented since there are groups. */
const groups = [
  { groupId: '1', maker: '-0.0003', taker: '-0.0006', rpiMaker: '' },
  { groupId: '2', maker: '-0.00017', taker: '-0.00047', rpiMaker: '-0.0001' },
];

interface Asked {
  readonly symbol: string;
  readonly marketType?: MarketType;
  /** The group that the list of markets names. */
  readonly groupId?: string;
}

async function ask(answer: OkxAnswer, { symbol, marketType = 'swap', groupId }: Asked) {
  const trading = await okxTrading(() => answer);
  const info = groupId === undefined ? {} : { groupId };
  const market = { symbol: symbol as InstrumentSymbol, marketType };
  const { fees } = okxDialect;
  if (!fees) throw new Error('okx tells fees');
  const told = trading.run((call) => {
    const listed = { market: () => ({ info }) };
    const client: CcxtClient = Object.assign(Object.create(call.client), listed);
    return fees.tradingFee({ ...call, client }, market);
  });
  return { told, asked: trading.asked };
}

const bps = async (answer: OkxAnswer, asked: Asked) => {
  const { makerBps, takerBps } = await (await ask(answer, asked)).told;
  return [makerBps, takerBps];
};

describe('fees of okx', () => {
  it.each([
    ['BTC/USDT', 'spot', { instType: 'SPOT', instId: 'BTC-USDT' }],
    ['BTC/USDT:USDT', 'swap', { instType: 'SWAP', instFamily: 'BTC-USDT' }],
    ['BTC/USD:BTC', 'swap', { instType: 'SWAP', instFamily: 'BTC-USD' }],
    ['ETH/USDT:USDT-261225', 'future', { instType: 'FUTURES', instFamily: 'ETH-USDT' }],
  ] as const)('of %s are asked for by what they are a part of', async (symbol, type, query) => {
    const { told, asked } = await ask([contracts], { symbol, marketType: type });
    await told.catch(() => undefined);
    expect(asked).toMatchObject([{ method: 'GET', path: '/api/v5/account/trade-fee', query }]);
  });

  it('turn the sign, and have the level as their tier', async () => {
    const { told } = await ask([contracts], { symbol: 'BTC/USDT:USDT' });
    expect(await told).toEqual({ makerBps: 2, takerBps: 5, tier: 'Lv3', isTierBased: true });
  });

  it.each([
    ['BTC/USDT:USDT', [2, 5]],
    ['BTC/USDC:USDC', [1.5, 4]],
    ['BTC/USD:BTC', [-0.5, 4.5]],
  ])('of %s are those of its settlement', async (symbol, expected) => {
    expect(await bps([contracts], { symbol })).toEqual(expected);
  });

  it.each([
    ['BTC/USDT', [8, 10]],
    ['BTC/USDC', [6, 7]],
    ['ETH/BTC', [6, 7]],
    ['USDT/TRY', [11, 21]],
  ])('of %s are those of its quote', async (symbol, expected) => {
    expect(await bps([spot], { symbol, marketType: 'spot' })).toEqual(expected);
  });

  it('are those of the group that the list of markets names, not of old fields', async () => {
    const row = { ...contracts, feeGroup: groups };
    expect(await bps([row], { symbol: 'BTC/USDT:USDT', groupId: '2' })).toEqual([1.7, 4.7]);
    expect(await bps([row], { symbol: 'BTC/USDT:USDT', groupId: '1' })).toEqual([3, 6]);
  });

  it('are those of the only group, where the list names none', async () => {
    const one = { ...contracts, feeGroup: groups.slice(1) };
    expect(await bps([one], { symbol: 'BTC/USDT:USDT' })).toEqual([1.7, 4.7]);
    const two = { ...contracts, feeGroup: groups };
    expect(await bps([two], { symbol: 'BTC/USDT:USDT' })).toEqual([2, 5]);
    const none = { ...contracts, feeGroup: [] };
    expect(await bps([none], { symbol: 'BTC/USDT:USDT', groupId: '2' })).toEqual([2, 5]);
  });

  it.each([
    ['other groups alone', [{ ...contracts, feeGroup: groups }], '7'],
    ['blank fields', [{ ...contracts, makerU: '', takerU: '' }], undefined],
    ['one side alone', [{ ...contracts, takerU: '' }], undefined],
    ['no record', [], undefined],
  ] as const)('are not told by %s, and not asked for again', async (_, answer, groupId) => {
    const asked = { symbol: 'BTC/USDT:USDT', ...(groupId !== undefined && { groupId }) };
    const { told } = await ask(answer, asked);
    const error = await told.catch((reason: unknown) => reason);
    expect(failureOf(error, []).kind).toBe('refused');
  });

  it('are no answer where the venue says what is no number', async () => {
    const { told } = await ask([{ ...contracts, takerU: 'n/a' }], { symbol: 'BTC/USDT:USDT' });
    const error = await told.catch((reason: unknown) => reason);
    expect(failureOf(error, []).kind).toBe('unknown');
    const refused = await ask(okxRefusal('50011'), { symbol: 'BTC/USDT:USDT' });
    await expect(refused.told).rejects.toThrow();
  });

  it('are asked for five times in two seconds at most', () => {
    const call = { path: 'account/trade-fee', api: 'private', method: 'GET', params: {} };
    expect(okxLimits.rate(call)).toMatchObject({ kind: 'list', weight: 2 });
  });
});
