import { describe, expect, it } from 'vitest';
import {
  openHyperliquidWire,
  walletAddress,
} from '../../../../../test/support/exchanges/hyperliquid/wire.ts';
import { hyperliquidDialect } from './dialect.ts';

describe('balances', () => {
  const summary = { totalNtlPos: '0.0', totalRawUsd: '20.4', totalMarginUsed: '0.0' };
  const margin = {
    marginSummary: { accountValue: '20.454862', ...summary },
    crossMarginSummary: { accountValue: '20.454862', ...summary },
    crossMaintenanceMarginUsed: '0.0',
    withdrawable: '19.954862',
    assetPositions: [],
    time: 1_729_416_701_061,
  };
  const gaining = (unrealizedPnl: string) => ({
    type: 'oneWay',
    position: { coin: 'ETH', szi: '1.5', unrealizedPnl },
  });
  const wallet = {
    balances: [
      { coin: 'USDC', token: 0, total: '512.25', hold: '420.0', entryNtl: '0.0' },
      { coin: 'PURR', token: 1, total: '10', hold: '0', entryNtl: '5' },
    ],
  };
  const of = async (mode: unknown, perp: object = margin) => {
    const wire = await openHyperliquidWire(({ type }) => {
      if (type === 'userAbstraction') return mode;
      return type === 'clearinghouseState' ? perp : wallet;
    });
    const balances = await wire.run((call) => hyperliquidDialect.balances(call, 'swap'));
    return { balances, asked: wire.asked.map(({ body }) => body) };
  };

  it.each([
    ['disabled', 'clearinghouseState', { free: '19.954862', used: '0.5', total: '20.454862' }],
    ['default', 'clearinghouseState', { free: '19.954862', used: '0.5', total: '20.454862' }],
    ['unifiedAccount', 'spotClearinghouseState', { free: '92.25', used: '420', total: '512.25' }],
    ['portfolioMargin', 'spotClearinghouseState', { free: '92.25', used: '420', total: '512.25' }],
  ])('of an account of the kind %s are those of %s', async (mode, state, USDC) => {
    const { balances, asked } = await of(mode);
    expect(balances).toEqual({ USDC });
    expect(asked).toEqual([
      { type: 'userAbstraction', user: walletAddress },
      { type: state, user: walletAddress },
    ]);
  });

  it.each([
    ['12', '3', { free: '4.954862', used: '0.5', total: '5.454862' }],
    ['-7.5', '0', { free: '27.454862', used: '0.5', total: '27.954862' }],
    ['20.2', '0', { free: '0', used: '0.5', total: '0.254862' }],
  ])('are without what positions would gain or lose: %s and %s', async (one, other, USDC) => {
    const assetPositions = [gaining(one), gaining(other)];
    expect((await of('disabled', { ...margin, assetPositions })).balances).toEqual({ USDC });
  });

  it('ask only now and then of which kind the account is', async () => {
    const wire = await openHyperliquidWire(({ type }) =>
      type === 'userAbstraction' ? 'disabled' : margin,
    );
    const ask = () => wire.run((call) => hyperliquidDialect.balances(call, 'swap'));
    const kindsAsked = () =>
      wire.asked.filter(({ body }) => body.type === 'userAbstraction').length;
    await ask();
    await wire.clock.advance(299_000);
    await ask();
    expect(kindsAsked()).toBe(1);
    await wire.clock.advance(1_000);
    await ask();
    expect(kindsAsked()).toBe(2);
  });

  it('of an empty wallet are none', async () => {
    const empty = { marginSummary: { accountValue: '0.0' }, withdrawable: '0.0' };
    expect((await of('disabled', empty)).balances).toEqual({});
  });

  it('are not guessed where the exchange does not say what they are', async () => {
    const doubt = { name: 'NoAnswerError' };
    await expect(of(margin)).rejects.toMatchObject(doubt);
    await expect(of('disabled', { withdrawable: '1' })).rejects.toMatchObject(doubt);
    const { withdrawable: _, ...rest } = margin;
    await expect(of('disabled', rest)).rejects.toMatchObject(doubt);
    const assetPositions = [{ position: {} }];
    await expect(of('disabled', { ...margin, assetPositions })).rejects.toMatchObject(doubt);
  });
});
