import { describe, expect, it } from 'vitest';
import {
  binanceBtc,
  binanceOrder,
} from '../../../../../../test/support/exchanges/binance/orders.ts';
import {
  binancePortfolioCoin,
  openBinancePortfolio,
} from '../../../../../../test/support/exchanges/binance/portfolio.ts';
import { parseSymbol } from '../../../../model/symbol.ts';
import { productionOf } from '../../../../model/venuePlace.ts';
import { dialectsOf } from '../../../liveVenues.ts';
import { failureOf } from '../../../shared/live/failures.ts';
import { binanceDialect } from '../dialect.ts';
import { binancePortfolioDialect } from './dialect.ts';
import { binancePortfolioErrors } from './errors.ts';
import { binancePortfolioMargin } from './portfolioMargin.ts';

const btc = binanceBtc;
const binanceSpot = parseSymbol('BTC/USDT') ?? ('' as never);
const coin = binancePortfolioCoin;

const { perps } = binancePortfolioDialect;

const umRow = {
  symbol: 'BTCUSDT',
  positionAmt: '0.01',
  entryPrice: '44525.0',
  leverage: '100',
  markPrice: '45464.1735922',
  unRealizedProfit: '9.39173592',
  positionSide: 'LONG',
  liquidationPrice: '38007.16308568',
  updateTime: 1_707_371_879_042,
  maxNotionalValue: '500000.0',
  notional: '454.64173592',
  breakEvenPrice: '44542.81',
};
const umSetting = {
  symbol: 'BTCUSDT',
  positionSide: 'LONG',
  leverage: '100',
  maintMargin: '1.8',
  initialMargin: '5',
  positionInitialMargin: '4.54641735',
  positionAmt: '0.01',
};

describe('accounts of portfolio margin at binance', () => {
  it('are spoken to in a dialect of their own', async () => {
    const place = productionOf('binance');
    expect(await dialectsOf({ ...place, portfolioMargin: true })).toEqual([
      binancePortfolioDialect,
    ]);
    expect(await dialectsOf({ ...place, portfolioMargin: false })).toEqual([binanceDialect]);
  });

  it('have positions with the margins of the account, all cross', async () => {
    const { call, requests } = await openBinancePortfolio({
      '/papi/v1/um/positionRisk': [umRow, { ...umRow, positionSide: 'SHORT', positionAmt: '0' }],
      '/papi/v1/um/account': { positions: [{ ...umSetting, positionSide: 'SHORT' }, umSetting] },
    });
    expect(await perps?.positions(call, 'swap', undefined)).toEqual([
      {
        symbol: btc,
        marketType: 'swap',
        side: 'long',
        contracts: 0.01,
        contractSize: 1,
        entryPrice: 44_525,
        markPrice: 45_464.1735922,
        notional: 454.64173592,
        leverage: 100,
        unrealizedPnl: 9.39173592,
        marginMode: 'cross',
        liquidationPrice: 38_007.16308568,
        collateral: 4.54641735,
        maintenanceMargin: 1.8,
        updatedAtMs: 1_707_371_879_042,
        info: umRow,
      },
    ]);
    expect(requests.map(({ path }) => path)).toEqual([
      '/papi/v1/um/positionRisk',
      '/papi/v1/cm/positionRisk',
      '/papi/v1/um/account',
    ]);
  });

  it('are told leverage where the market is, and no margin mode', async () => {
    const { call, requests } = await openBinancePortfolio({
      '/papi/v1/um/leverage': { symbol: 'BTCUSDT', leverage: 5, maxNotionalValue: '1' },
      '/papi/v1/cm/leverage': { symbol: 'BTCUSD_PERP', leverage: 5, maxQty: '1' },
    });
    for (const symbol of [btc, coin]) {
      await perps?.leverage?.set(call, { symbol, marketType: 'swap', leverage: 5 });
    }
    expect(requests).toEqual([
      {
        method: 'POST',
        path: '/papi/v1/um/leverage',
        fields: { symbol: 'BTCUSDT', leverage: '5' },
      },
      {
        method: 'POST',
        path: '/papi/v1/cm/leverage',
        fields: { symbol: 'BTCUSD_PERP', leverage: '5' },
      },
    ]);
    expect(perps).not.toHaveProperty('setMarginMode');
    expect(binancePortfolioDialect).not.toHaveProperty('transfers');
  });

  it('have one wallet for all markets', async () => {
    const row = {
      asset: 'USDT',
      totalWalletBalance: '136.03451668',
      crossMarginAsset: '30.6003261',
      crossMarginBorrowed: '0.00011146',
      crossMarginFree: '20.6003261',
      crossMarginInterest: '0.00000197',
      crossMarginLocked: '10.0',
      umWalletBalance: '105.43419058',
      umUnrealizedPNL: '-0.5',
      cmWalletBalance: '0.0',
      cmUnrealizedPNL: '0.0',
      updateTime: '1708064880778',
      negativeBalance: '0.0',
    };
    const { call } = await openBinancePortfolio({ '/papi/v1/balance': [row] });
    const { updateTime: _, ...told } = row;
    expect(await binancePortfolioMargin.balances(call)).toEqual([told]);
    expect(await binancePortfolioDialect.balances(call, 'swap')).toEqual({
      USDT: { free: '20.6003261', used: '10', total: '136.03451668' },
    });
    const torn = await openBinancePortfolio({
      '/papi/v1/balance': [{ ...row, umWalletBalance: null }],
    });
    await expect(binancePortfolioMargin.balances(torn.call)).rejects.toThrow('umWalletBalance');
  });

  it('sum up their dollars exactly, and other assets at the mark', async () => {
    const asset = (name: string, wallet: string, profit: string) => ({
      asset: name,
      crossWalletBalance: wallet,
      crossUnPnl: profit,
      initialMargin: '0.1',
      maintMargin: '0.01',
      updateTime: 0,
    });
    const none = { initialMargin: '0', maintMargin: '0', crossUnPnl: '0' };
    const assets = [
      asset('USDT', '100.00000001', '-3'),
      asset('USDC', '0.2', '0'),
      asset('BNB', '2', '0.5'),
      { asset: 'ETH', crossWalletBalance: '0.0', ...none },
    ];
    const { call, requests } = await openBinancePortfolio({
      '/papi/v1/um/account': { assets, positions: [] },
      '/papi/v1/account': { totalAvailableBalance: '77.5', virtualMaxWithdrawAmount: '66' },
      '/fapi/v1/premiumIndex': { symbol: 'BNBUSDT', markPrice: '600.1' },
    });
    expect(await binancePortfolioMargin.totals(call)).toEqual({
      totalInitialMargin: '60.21',
      totalMaintMargin: '6.021',
      totalWalletBalance: '1300.40000001',
      totalUnrealizedProfit: '297.05',
      totalMarginBalance: '1597.45000001',
      availableBalance: '77.5',
      maxWithdrawAmount: '66',
    });
    const prices = requests.filter(({ path }) => path === '/fapi/v1/premiumIndex');
    expect(prices.map(({ fields }) => fields)).toEqual([{ symbol: 'BNBUSDT' }]);
  });

  it('are told what their key may do, and how they hold positions', async () => {
    const rights = { enablePortfolioMarginTrading: true, ipRestrict: true };
    const { call } = await openBinancePortfolio({
      '/sapi/v1/account/apiRestrictions': { ...rights, enableWithdrawals: false },
      '/papi/v1/um/positionSide/dual': { dualSidePosition: true },
    });
    expect(await binancePortfolioDialect.keyFacts?.(call)).toEqual({
      tradable: ['swap', 'future'],
      canWithdraw: false,
      isBoundToAddresses: true,
      isHedged: true,
    });
    const none = await openBinancePortfolio({
      '/sapi/v1/account/apiRestrictions': { ipRestrict: false },
    });
    const facts = await binancePortfolioDialect.keyFacts?.(none.call);
    expect(facts).toEqual({ tradable: [], canWithdraw: false, isBoundToAddresses: false });
    expect(none.requests).toHaveLength(1);
  });

  it('tell in one request how they hold positions', async () => {
    const answer = { '/papi/v1/um/positionSide/dual': { dualSidePosition: true } };
    const { call, requests } = await openBinancePortfolio(answer);
    expect(await binancePortfolioDialect.positionMode?.(call)).toBe('hedge');
    expect(requests).toHaveLength(1);
  });

  it('send no order on spot, where it would be a margin order', async () => {
    const { call, requests } = await openBinancePortfolio({});
    const order = {
      ...binanceOrder('market'),
      marketType: 'spot',
      symbol: binanceSpot,
    } as const;
    const ref = { ...order, venueOrderId: undefined };
    const refused = 'Spot orders of portfolio-margin accounts are not supported.';
    const { submit, cancel, lookup, openOrders } = binancePortfolioDialect;
    await expect(submit(call, order)).rejects.toThrow(refused);
    await expect(cancel(call, ref)).rejects.toThrow(refused);
    await expect(lookup(call, ref)).rejects.toThrow(refused);
    await expect(openOrders(call, 'spot', undefined)).rejects.toThrow(refused);
    expect(requests).toEqual([]);
  });

  it('hear of their orders over a listen key of papi', async () => {
    const { call } = await openBinancePortfolio({ '/papi/v1/listenKey': { listenKey: 'a/b' } });
    const [stream, ...others] = binancePortfolioDialect.userStreams ?? [];
    const prepared = await stream?.prepare({ ...call, credentials: {} });
    expect([stream?.marketTypes, others]).toEqual([['swap', 'future'], []]);
    expect(prepared?.url).toBe('wss://fstream.binance.com/pm/ws/a%2Fb');
    const told = (fs: string) =>
      prepared?.read(
        JSON.stringify({ e: 'ORDER_TRADE_UPDATE', fs, o: { c: 'a', i: 7, x: 'TRADE' } }),
      );
    expect(told('UM')).toEqual({
      kind: 'orders',
      orders: [{ clientId: 'a', venueOrderId: '7' }],
    });
    expect(told('CM')).toEqual({ kind: 'other' });
  });
});

describe('an error of papi', () => {
  it.each([
    // By ccxt's classes the first would be a refusal, and the others would be unknown.
    [-1021, { kind: 'limited' }],
    [-2019, { kind: 'refused', code: 'INSUFFICIENT_BALANCE' }],
    [-2011, { kind: 'refused', code: 'OTHER' }],
    [-2010, { kind: 'refused', code: 'OTHER' }],
    [-2013, { kind: 'notFound' }],
    [-2023, { kind: 'refused', code: 'OTHER' }],
    [-4061, { kind: 'refused', code: 'POSITION_MODE' }],
    [-4028, { kind: 'refused', code: 'INVALID' }],
    [-1102, { kind: 'refused', code: 'OTHER' }],
    [-1006, { kind: 'unknown' }],
    [-1007, { kind: 'unknown' }],
    [-21001, { kind: 'refused', code: 'OTHER' }],
  ])('is known by its code: %d', async (code, meant) => {
    const text = JSON.stringify({ code, msg: 'Whatever it says.' });
    const { call } = await openBinancePortfolio({
      '/papi/v1/auto-collection': { status: 400, text },
    });
    const error = await binancePortfolioMargin.collectAll(call).catch((each: unknown) => each);
    expect(failureOf(error, binancePortfolioErrors)).toMatchObject(meant);
  });
});
