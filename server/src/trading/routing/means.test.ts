import { expect, it } from 'vitest';
import { accountOf, symbolOf } from '../../../test/support/paper/fixture.ts';
import { fundsOf } from './funds.ts';
import { isRefusal } from './refusals.ts';

const account = accountOf('binance');
const terms = { source: 'config', tier: 'base', isTierBased: false, updatedAtMs: 0 } as const;

it.each([
  ['a spot buy whose fee is paid in the quote', 'BTC/USDT', true, [0, 10], 10],
  ['a spot buy that may pay the dearer fee of a maker', 'BTC/USDT', true, [20, 10], 20],
  ['no spot buy whose fee is kept from what is bought', 'BTC/USDT', false, [0, 10], 0],
  ['contracts, whose fee is paid beside their margin', 'BTC/USDT:USDT', false, [0, 10], 10],
  ['nothing where it is a rebate', 'BTC/USDT', true, [-1, -10], 0],
] as const)(
  'the fee stands on top of %s',
  async (_what, text, isOnTop, [makerBps, takerBps], expected) => {
    const symbol = symbolOf(text);
    const marketType = text.includes(':') ? 'swap' : 'spot';
    const fee = { venue: account.venue, accountId: account.id, symbol, makerBps, takerBps };
    const means = await fundsOf(
      {
        funds: {
          power: async () => ({ asset: 'USDT', free: 1, leverage: 1 }),
          dailyRemainingMicroUsd: async () => 1,
          closable: async () => 0,
        },
        fees: { of: async () => ({ ...fee, ...terms }) },
        capOf: () => undefined,
        paysFeeOnTop: () => isOnTop,
      },
      account,
      { named: { symbol, marketType }, side: 'buy' },
    );
    expect(isRefusal(means) ? means : means.feeOnTopBps).toBe(expected);
  },
);
