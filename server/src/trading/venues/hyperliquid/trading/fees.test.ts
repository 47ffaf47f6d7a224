import { describe, expect, it } from 'vitest';
import {
  openHyperliquidWire,
  symbolNamed,
  walletAddress,
} from '../../../../../test/support/exchanges/hyperliquid/wire.ts';
import { hyperliquidDialect } from './dialect.ts';
import { hyperliquidLimits } from './limits.ts';

/** As documented (info, userFees), for an account that stakes: three tenths off 4.5 and 1.5. */
const documented = {
  dailyUserVlm: [{ date: '2025-05-23', userCross: '0.0', userAdd: '0.0', exchange: '2852367.07' }],
  feeSchedule: {
    cross: '0.00045',
    add: '0.00015',
    spotCross: '0.0007',
    spotAdd: '0.0004',
    tiers: {
      vip: [{ ntlCutoff: '5000000.0', cross: '0.0004', add: '0.00012' }],
      mm: [{ makerFractionCutoff: '0.005', add: '-0.00001' }],
    },
    referralDiscount: '0.04',
    stakingDiscountTiers: [{ bpsOfMaxSupply: '0.0', discount: '0.0' }],
  },
  userCrossRate: '0.000315',
  userAddRate: '0.000105',
  userSpotCrossRate: '0.00049',
  userSpotAddRate: '0.00028',
  activeReferralDiscount: '0.0',
  trial: null,
  feeTrialReward: '0.0',
  nextTrialAvailableTimestamp: null,
  stakingLink: null,
  activeStakingDiscount: { bpsOfMaxSupply: '4.7577998927', discount: '0.3' },
};

const eth = { symbol: symbolNamed('ETH/USDC:USDC'), marketType: 'swap' } as const;
const hype = { symbol: symbolNamed('HYPE/USDC'), marketType: 'spot' } as const;

async function ask(answer: unknown, market: typeof eth | typeof hype = eth) {
  const wire = await openHyperliquidWire(() => answer);
  const { fees } = hyperliquidDialect;
  if (!fees) throw new Error('hyperliquid tells fees');
  return { wire, told: wire.run((call) => fees.tradingFee(call, market)) };
}

const rates = async (changes: object, market: typeof eth | typeof hype = eth) => {
  const { makerBps, takerBps } = await (await ask({ ...documented, ...changes }, market)).told;
  return [makerBps, takerBps];
};

describe('fees of hyperliquid', () => {
  it('are the rates of the account, in which its stakes are counted already', async () => {
    const { wire, told } = await ask(documented);
    const fees = { makerBps: 1.05, takerBps: 3.15, tier: undefined, isTierBased: true };
    expect(await told).toEqual(fees);
    expect(wire.asked.map(({ body }) => body)).toEqual([{ type: 'userFees', user: walletAddress }]);
  });

  it('of spot stand beside those of perpetuals', async () => {
    expect(await rates({}, hype)).toEqual([2.8, 4.9]);
  });

  it('are less by what a referral saves, which the rates do not have', async () => {
    expect(await rates({ activeReferralDiscount: '0.04' })).toEqual([1.008, 3.024]);
    expect(await rates({ activeReferralDiscount: '0.04' }, hype)).toEqual([2.688, 4.704]);
  });

  it('are below zero for a maker who is paid, and that is not discounted', async () => {
    const paid = { userAddRate: '-0.00002', activeReferralDiscount: '0.04' };
    expect(await rates(paid)).toEqual([-0.2, 3.024]);
    expect(await rates({ userAddRate: '0.0' })).toEqual([0, 3.15]);
  });

  it.each([
    ['no rate', { ...documented, userAddRate: undefined }],
    ['no discount', { ...documented, activeReferralDiscount: undefined }],
    ['what is no number', { ...documented, userCrossRate: 'none' }],
    ['a list', [documented]],
    ['null', null],
  ])('are not told by %s', async (_, answer) => {
    await expect((await ask(answer)).told).rejects.toThrow(/^The exchange/);
  });

  it('weigh as much as a list', () => {
    const call = { path: 'info', api: 'public', method: 'POST', params: { type: 'userFees' } };
    expect(hyperliquidLimits.rate(call)).toEqual({ group: 'all', kind: 'list' });
  });
});
