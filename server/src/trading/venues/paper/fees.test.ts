import { beforeEach, describe, expect, it } from 'vitest';
import { oneWorld } from '../../../../test/support/algorithms/oneWorld.ts';
import {
  accountOf,
  acknowledged,
  btcOf,
  listedMarket,
  noSignal,
  type OpenPaper,
} from '../../../../test/support/paper/fixture.ts';
import { binance, paperScene } from '../../../../test/support/paper/scene.ts';
import { exactly, formatExact, multiplyExact } from '../../../kit/exact.ts';
import { createFees } from '../../fees/fees.ts';
import type { Account, FeeOverrides, MakerTakerFees } from '../../model/account.ts';
import type { MarketType } from '../../model/order.ts';
import type { VenueId } from '../../model/venue.ts';
import { venueIds } from '../../model/venue.ts';
import { paperVenueOf } from '../registry.ts';
import type { VenueOrderState } from '../venuePort.ts';

const paper = paperScene();

beforeEach(async () => {
  for (const table of ['paper_engines', 'paper_orders', 'paper_fills'] as const) {
    await paper.store.db.deleteFrom(table).execute();
  }
});

const overrides = (account?: MakerTakerFees, pairs: FeeOverrides['pairs'] = {}): FeeOverrides => ({
  account,
  tier: 'desk deal',
  pairs,
});
const withFees = (venue: VenueId, feeOverrides: FeeOverrides | undefined): Account => ({
  ...accountOf(venue),
  feeOverrides,
});
const show = (venue: VenueId, marketType: MarketType, [bid, ask]: readonly [number, number]) =>
  paper.bench.books.show(btcOf(venue, marketType), venue, { bids: [[bid, 10]], asks: [[ask, 10]] });
const feeAt = (value: string, bps: number) =>
  formatExact(multiplyExact(multiplyExact(exactly(value), exactly(bps)), exactly('0.0001')));
/** Returns the fee that the venue states, whatever the owner has set. */
const tradingFee = async (trader: OpenPaper, venue: VenueId, marketType: MarketType) => {
  const told = await trader.session.tradingFee?.(
    { symbol: btcOf(venue, marketType), marketType },
    noSignal,
  );
  if (!told) throw new Error('no fees are told');
  return told;
};
/** Returns the fee that the service says the account pays. */
const feesOf = (trader: OpenPaper, account: Account, marketType: MarketType) =>
  createFees({
    sessions: { at: () => trader.session },
    worldOf: oneWorld({
      markets: {
        knows: () => true,
        prepare: async () => undefined,
        listedAtMs: () => undefined,
        rulesOf: (_venue, symbol) => listedMarket(symbol),
      },
    }),
    schedules: new Map(),
    clock: paper.bench.clock,
  }).of(account, btcOf(account.venue, marketType));
/** An order of 1 BTC that takes at 101 or 100, and one that rests until it is filled at 95. */
async function trade(trader: OpenPaper, venue: VenueId, marketType: MarketType) {
  show(venue, marketType, [100, 101]);
  const market = { marketType, type: 'market' } as const;
  const bought = await acknowledged(trader.submit(market));
  show(venue, marketType, [100, 102]);
  const sold = await acknowledged(trader.submit({ ...market, side: 'sell' }));
  await acknowledged(trader.submit({ marketType, price: '95' }));
  await fill(trader, venue, marketType);
  const rested = trader.orders.findLast(({ type }) => type === 'limit');
  return { bought, sold, rested };
}
async function fill(trader: OpenPaper, venue: VenueId, marketType: MarketType): Promise<void> {
  show(venue, marketType, [93, 94]);
  await paper.bench.clock.advance(100);
  await trader.session.balances(marketType, noSignal);
}
const limitOf = (trader: OpenPaper): VenueOrderState | undefined =>
  trader.orders.findLast(({ type }) => type === 'limit');

const classes = venueIds.flatMap((venue) =>
  (['spot', 'swap'] as const).flatMap((marketType) => {
    const { rules } = paperVenueOf(venue);
    const own = rules[marketType === 'spot' ? 'spot' : 'perp'];
    return own ? [{ venue, marketType, own }] : [];
  }),
);
const pair = { makerBps: -0.5, takerBps: 2.75 };
const rebates = { makerBps: -100, takerBps: -1.5 };
const whole = { makerBps: 0.01, takerBps: 12 };

describe.each(classes)('at $venue on $marketType', ({ venue, marketType, own }) => {
  const base = { makerBps: own.makerFeePpm / 100, takerBps: own.takerFeePpm / 100 };
  const symbol = btcOf(venue, marketType);
  const other = { 'ETH/USDT': { makerBps: 9, takerBps: 9 } };

  it.each([
    [
      'the base tier of the venue',
      undefined,
      base,
      { source: 'exchange_api', tier: 'base', isTierBased: true },
    ],
    [
      'that, where other pairs are overridden',
      overrides(undefined, other),
      base,
      { source: 'exchange_api' },
    ],
    ['a rebate on both sides', overrides(rebates), rebates, { source: 'db_account_override' }],
    ['what is overridden for all', overrides(whole, other), whole, { isTierBased: false }],
    [
      'what is overridden for the pair',
      overrides(whole, { [symbol]: pair }),
      pair,
      { source: 'db_pair_override', tier: 'desk deal', isTierBased: false },
    ],
  ])('each fill is charged %s, as it is told', async (_what, feeOverrides, fees, facts) => {
    const account = withFees(venue, feeOverrides);
    const trader = paper.bench.openAs(account);
    expect(await feesOf(trader, account, marketType)).toMatchObject({ ...fees, ...facts });
    // The venue knows nothing of the owner's overrides.
    const told = { ...base, tier: 'base', isTierBased: true };
    expect(await tradingFee(trader, venue, marketType)).toEqual(told);
    const { bought, sold, rested } = await trade(trader, venue, marketType);
    const quote = symbol.split('/')[1]?.split(':')[0] ?? '';
    // A buyer pays in what he receives; everything else is paid in the value's currency.
    const isInBase = marketType === 'spot' && paperVenueOf(venue).rules.spot?.feeAsset !== 'quote';
    const paid = (value: string, bps: number) =>
      isInBase ? { BTC: feeAt('1', bps) } : { [quote]: feeAt(value, bps) };
    expect(bought.fees).toEqual(paid('101', fees.takerBps));
    expect(sold.fees).toEqual({ [quote]: feeAt('100', fees.takerBps) });
    expect(rested?.fees).toEqual(paid('95', fees.makerBps));
    expect(trader.fills.map(({ fee }) => fee)).toEqual(
      [bought, sold, rested].flatMap((order) => Object.values(order?.fees ?? {})),
    );
    await trader.session.close();
  });
});

describe('fees that are changed', () => {
  const changed = (feeOverrides: FeeOverrides | undefined) => withFees(binance, feeOverrides);

  it('are those of the next order, and of what is left of open ones', async () => {
    const trader = paper.bench.openAs(changed(undefined));
    show(binance, 'spot', [100, 101]);
    await acknowledged(trader.submit({ price: '95' }));
    paper.bench.books.show(btcOf(binance, 'spot'), binance, {
      bids: [[93, 10]],
      asks: [[94, 0.5]],
    });
    await paper.bench.clock.advance(100);
    trader.session.renew?.(changed(overrides({ makerBps: 20, takerBps: 30 })));
    await fill(trader, binance, 'spot');
    expect(trader.fills.map(({ fee }) => fee)).toEqual([feeAt('0.5', 10), feeAt('0.5', 20)]);
    const taken = await acknowledged(trader.submit({ type: 'market' }));
    expect(taken.fees).toEqual({ BTC: feeAt('1', 30) });
    trader.session.renew?.(changed(undefined));
    expect((await acknowledged(trader.submit({ type: 'market' }))).fees).toEqual({ BTC: '0.001' });
    await trader.session.close();
  });

  it('are those of an order whose book was still awaited', async () => {
    const trader = paper.bench.openAs(changed(undefined));
    const outcome = trader.submit({ type: 'market' });
    await paper.bench.clock.advance(1_000);
    trader.session.renew?.(changed(overrides({ makerBps: 1, takerBps: 0 })));
    show(binance, 'spot', [100, 101]);
    expect((await acknowledged(outcome)).fees).toEqual({ BTC: '0' });
    await trader.session.close();
  });

  it('are those of open orders after a restart', async () => {
    const first = paper.bench.openAs(changed(undefined));
    show(binance, 'spot', [100, 101]);
    await acknowledged(first.submit({ price: '95' }));
    await first.session.close();
    const second = paper.bench.openAs(changed(overrides({ makerBps: 3, takerBps: 4 })));
    await second.session.balances('spot', noSignal);
    await fill(second, binance, 'spot');
    expect(limitOf(second)).toMatchObject({ status: 'closed', fees: { BTC: feeAt('1', 3) } });
    await second.session.close();
  });

  it('end open orders that can no longer hold them, and this is told', async () => {
    const kraken = 'kraken';
    const account = { ...accountOf(kraken, { spot: { USD: '96' } }), feeOverrides: undefined };
    const trader = paper.bench.openAs(account);
    show(kraken, 'spot', [100, 101]);
    await acknowledged(trader.submit({ price: '95' }));
    trader.session.renew?.({ ...account, feeOverrides: overrides({ makerBps: 1, takerBps: 200 }) });
    // Nobody calls: the account saves and reports by itself.
    for (let turn = 0; turn < 100 && trader.orders.length < 2; turn += 1)
      await paper.bench.clock.advance(0);
    expect(limitOf(trader)).toMatchObject({ status: 'canceled', filled: '0' });
    expect(await trader.session.openOrders('spot', undefined, noSignal)).toEqual([]);
    await trader.session.close();
  });

  it('are still those of open orders after the rules of their market were looked at', async () => {
    const trader = paper.bench.openAs(changed(overrides({ makerBps: 7, takerBps: 9 })));
    const marketType = 'swap';
    show(binance, marketType, [100, 101]);
    await acknowledged(trader.submit({ marketType, type: 'market' }));
    await acknowledged(trader.submit({ marketType, price: '95' }));
    // A market with a position is looked at every minute.
    await paper.bench.clock.advance(61_000);
    await fill(trader, binance, marketType);
    expect(limitOf(trader)).toMatchObject({ status: 'closed', fees: { USDT: feeAt('95', 7) } });
    await trader.session.close();
  });
});

it('rounds what an earlier version took in finer than it can be charged, and says so', async () => {
  const account = withFees(binance, overrides({ makerBps: 0.004, takerBps: 2.555 }));
  const trader = paper.bench.openAs(account);
  expect(await feesOf(trader, account, 'spot')).toMatchObject({ makerBps: 0, takerBps: 2.56 });
  show(binance, 'spot', [100, 101]);
  const taken = await acknowledged(trader.submit({ type: 'market' }));
  expect(taken.fees).toEqual({ BTC: feeAt('1', 2.56) });
  await trader.session.close();
});

it('tells none of markets that the venue has not', async () => {
  const venue = 'hyperliquid';
  const trader = paper.bench.open(venue);
  await expect(tradingFee(trader, venue, 'spot')).rejects.toThrow(
    'Hyperliquid has no spot markets.',
  );
  await trader.session.close();
});
