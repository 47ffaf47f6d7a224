import { describe, expect, test } from 'vitest';
import { draftOf } from '../../../../test/support/algorithms/bench.ts';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { symbolOf } from '../../../../test/support/paper/fixture.ts';
import { accountNamed } from '../../../../test/support/routing/plans/fixture.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Holdings } from '../../execution/funds.ts';
import type { Account } from '../../model/account.ts';
import type { AlgorithmDraft } from '../types.ts';
import { type PricedLeg, requirePayable } from './startFunds.ts';

const clock = createManualClock();
const rates: Readonly<Record<string, number>> = { ETH: 10 };
const held = (totals: Readonly<Record<string, number>>, leverage: number | undefined = 1) => ({
  balances: Object.fromEntries(
    Object.entries(totals).map(([asset, total]) => [
      asset,
      { free: '0', used: String(total), total: String(total) },
    ]),
  ),
  leverage,
});

interface Scene {
  readonly holdings: Holdings | (() => Promise<Holdings>);
  readonly closable?: number | undefined;
  readonly draft?: Partial<AlgorithmDraft>;
  readonly leg?: Partial<PricedLeg>;
  readonly account?: Partial<Account>;
}

async function check({ holdings, draft, leg, account, ...rest }: Scene) {
  const { closable } = 'closable' in rest ? rest : { closable: 0 };
  await requirePayable(
    {
      clock,
      funds: {
        holdings: async () => (typeof holdings === 'function' ? holdings() : holdings),
        closable: async () => closable,
      },
      quotes: {
        usd: async (asset) => {
          const rate = rates[asset];
          if (rate === undefined) throw new AppError('PRICES_UNAVAILABLE');
          return rate;
        },
      },
    },
    draftOf({ quantity: 10, ...draft }),
    {
      symbol: symbolOf('BTC/USDT'),
      side: 'buy',
      mid: 100,
      quoteUsd: 1,
      accounts: [accountNamed('one', account)],
      ...leg,
    },
  );
  return 'starts';
}

const perp = { symbol: symbolOf('BTC/USDT:USDT') };

describe('a quantity is payable', () => {
  test.each<[string, Scene]>([
    ['by its quote', { holdings: held({ USDT: 1_000 }) }],
    ['by a gain that is near', { holdings: held({ USDT: 800 }) }],
    ['by all that is held together', { holdings: held({ USDT: 500, BTC: 4, ETH: 10 }) }],
    ['by what is sold', { holdings: held({ BTC: 10 }), leg: { side: 'sell' } }],
    ['at its limit', { holdings: held({ USDT: 500 }), draft: { limitPrice: 50 } }],
    ['by leverage', { holdings: held({ USDT: 100 }, 10), leg: perp }],
    ['by closing', { holdings: held({ USDT: 100 }), leg: perp, closable: 9 }],
    ['when it only reduces', { holdings: held({ USDT: 1 }), draft: { reduceOnly: true } }],
  ])('%s', async (_how, scene) => {
    expect(await check(scene)).toBe('starts');
  });

  test.each<[string, Scene]>([
    ['balances cannot be read', { holdings: () => Promise.reject(new AppError('NETWORK_ERROR')) }],
    ['coins have no price', { holdings: held({ USDT: 9, ZZZ: 1 }) }],
    ['only coin has no price', { holdings: held({ ZZZ: 1 }) }],
    [
      'leverage is not told',
      { holdings: { ...held({ USDT: 1 }), leverage: undefined }, leg: perp },
    ],
    ['position is not told', { holdings: held({ USDT: 1 }), leg: perp, closable: undefined }],
    ['quote has no rate', { holdings: held({ USDT: 1 }), leg: { quoteUsd: undefined } }],
    ['account may borrow', { holdings: held({ USDT: 1 }), account: { portfolioMargin: true } }],
    ['wallet is unified', { holdings: held({ USDT: 1 }), account: { unifiedMode: 'portfolio' } }],
  ])('in doubt, because its %s', async (_why, scene) => {
    expect(await check(scene)).toBe('starts');
  });

  test('in doubt, because an exchange does not answer in time', async () => {
    const asked = check({ holdings: () => new Promise(() => undefined) });
    await clock.advance(3_000);
    expect(await asked).toBe('starts');
  });
});

describe('a quantity that could never be paid is refused with the figures', () => {
  test('on spot', async () => {
    await expect(check({ holdings: held({ USDT: 100, BTC: 5 }) })).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      status: 400,
      message:
        'Error - The quantity 10 of BTC/USDT takes about $1000.00, which its accounts together ' +
        'can never pay: all they hold is worth $600.00. Start it with less, or with more funds.',
      data: { quantity: 10, symbol: 'BTC/USDT', needed_usd: 1_000, available_usd: 600 },
    });
  });

  test('of contracts, by equity and leverage', async () => {
    const scene = { holdings: held({ USDT: 10 }, 20), leg: perp, closable: 2 };
    await expect(check(scene)).rejects.toMatchObject({
      code: 'INSUFFICIENT_MARGIN',
      message: expect.stringContaining('takes about $800.00'),
      data: { needed_usd: 800, available_usd: 200 },
    });
  });

  test('whatever a coin without a price may be worth', async () => {
    const scene = { holdings: held({ USDT: 7, ZZZ: 1 }) };
    await expect(check(scene)).rejects.toMatchObject({ data: { available_usd: 7 } });
  });

  test('by all accounts together only', async () => {
    const accounts = ['one', 'two'].map((id) => accountNamed(id));
    const holdings = held({ USDT: 500 });
    expect(await check({ holdings, leg: { accounts } })).toBe('starts');
    await expect(check({ holdings })).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  });
});
