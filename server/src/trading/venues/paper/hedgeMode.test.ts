import { describe, expect, it } from 'vitest';
import {
  acknowledged,
  listedMarket,
  noSignal,
  type OpenPaper,
  symbolOf,
} from '../../../../test/support/paper/fixture.ts';
import { binanceSwap, paperScene } from '../../../../test/support/paper/scene.ts';
import { bybitCapabilities } from '../bybit/capabilities.ts';
import type { VenueOrder } from '../venuePort.ts';
import { toInstrumentRules } from './instruments.ts';

const market: Partial<VenueOrder> = { ...binanceSwap, type: 'market' };
const all = { marketType: 'swap', symbol: undefined, sinceMs: undefined, limit: 100 } as const;

const paper = paperScene();

/** Opens the paper account in hedge mode, first or again. */
async function open(): Promise<OpenPaper> {
  await paper.show(100);
  return paper.open({ changes: { hedgeMode: true } });
}

async function legsOf({ session }: OpenPaper) {
  const positions = (await session.positions?.('swap', undefined, noSignal)) ?? [];
  return positions.map(({ side, contracts, entryPrice, unrealizedPnl }) => {
    return [side, contracts, entryPrice, unrealizedPnl];
  });
}

describe('a paper account in hedge mode', () => {
  it('tells both legs of a market, the long one first, also after it was opened again', async () => {
    const trader = await open();
    await acknowledged(trader.submit({ ...market, side: 'sell', quantity: '2' }));
    await acknowledged(trader.submit({ ...market, side: 'buy', quantity: '3' }));
    const legs = [
      ['long', 3, 101, -3],
      ['short', 2, 99, -2],
    ];
    expect(await legsOf(trader)).toEqual(legs);
    expect(trader.fills.map(({ side, leg }) => [side, leg])).toEqual([
      ['sell', 'short'],
      ['buy', 'long'],
    ]);
    await trader.session.close();
    const again = await open();
    expect(await legsOf(again)).toEqual(legs);
    await again.session.close();
  });

  it('closes each by itself, and tells of which the profit was', async () => {
    const trader = await open();
    await acknowledged(trader.submit({ ...market, side: 'buy', quantity: '3' }));
    await acknowledged(trader.submit({ ...market, side: 'sell', quantity: '2' }));
    const closing = { ...market, reduceOnly: true } as const;
    await acknowledged(trader.submit({ ...closing, side: 'sell', quantity: '9' }));
    expect((await legsOf(trader)).map(([side]) => side)).toEqual(['short']);
    expect(await trader.submit({ ...closing, side: 'sell' })).toMatchObject({ kind: 'rejected' });
    await acknowledged(trader.submit({ ...closing, side: 'buy', quantity: '2' }));
    expect(await legsOf(trader)).toEqual([]);
    const profits = await trader.session.realizedPnl?.(all, noSignal);
    expect(profits?.map(({ amount, info }) => [amount, info.position_side])).toEqual([
      ['-6', 'long'],
      ['-4', 'short'],
    ]);
    await trader.session.close();
  });

  it('keeps the book of a market while either leg is open', async () => {
    const trader = await open();
    await acknowledged(trader.submit({ ...market, side: 'buy' }));
    await acknowledged(trader.submit({ ...market, side: 'sell' }));
    await acknowledged(trader.submit({ ...market, side: 'sell', reduceOnly: true }));
    await paper.show(200);
    expect(await legsOf(trader)).toEqual([['short', 1, 99, -101]]);
    await trader.session.close();
  });
});

describe('the contracts of bybit in hedge mode', () => {
  const bybit = { capabilities: bybitCapabilities, wallets: { names: [], assets: [] } } as const;
  it.each([
    ['BTC/USDT:USDT', undefined],
    ['BTC/USDC:USDC', true],
  ])('in %s are held one way: %s', (symbol, isOneWay) => {
    const perp = { makerFeePpm: 0, takerFeePpm: 0, maintenanceTiers: [] } as const;
    const own = { ...perp, triggerSource: 'mid', refusesPassedStop: false } as const;
    const rules = toInstrumentRules(listedMarket(symbolOf(symbol)), {
      ...bybit,
      rules: { perp: own },
    });
    expect(rules?.isOneWay).toBe(isOneWay);
  });
});
