import { parseAmount } from '@windlass/matching';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  accountOf,
  noSignal,
  type OpenPaper,
  orderOf,
  symbolOf,
} from '../../../../test/support/paper/fixture.ts';
import { binance, paperScene } from '../../../../test/support/paper/scene.ts';
import { guardedProofOf } from '../../../../test/support/proof.ts';
import { foresee } from '../../execution/foresight.ts';
import { symbolParts } from '../../model/symbol.ts';
import type { VenueFill, VenueOrder } from '../venuePort.ts';

const spot = symbolOf('BTC/USDT');
const swap = symbolOf('BTC/USDT:USDT');
const other = symbolOf('ETH/USDC:USDC');
const eth = symbolOf('ETH/USDT');
const first = { spot: { BTC: '10', USDT: '150', USDC: '20', ETH: '1' } };

const paper = paperScene();

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      symbol: fc.constantFrom(spot, swap, swap, other),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      type: fc.constantFrom('market' as const, 'limit' as const),
      quantity: fc.integer({ min: 1_000, max: 2_000_000 }),
      price: fc.integer({ min: 7_000, max: 13_000 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      symbol: fc.constantFrom(spot, swap, other),
      bid: fc.integer({ min: 6_000, max: 13_000 }),
    }),
  },
  fc.record({ kind: fc.constant('restart' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Order = Extract<Step, { kind: 'order' }>;
type Tops = Map<string, { bid: number; ask: number }>;

function open(ageMs: number): OpenPaper {
  const account = accountOf(binance, first);
  const createdAtMs = account.createdAtMs + ageMs;
  return paper.bench.openAs({ ...account, createdAtMs, portfolioMargin: true });
}

let life = 1_000;

/** Plays an account's day; returns its news, and how often it was refused as expected. */
async function play(steps: readonly Step[]) {
  paper.renew();
  life += 1;
  let trader = open(life);
  const heard: VenueFill[] = [];
  const tops: Tops = new Map();
  let [count, foreseen, taken] = [0, 0, 0];
  for (const each of steps) {
    if (each.kind === 'book') await show(tops, each);
    else if (each.kind === 'restart') {
      await trader.session.close();
      heard.push(...trader.fills);
      trader = open(life);
    } else {
      count += 1;
      const order = toOrder(each, `${count}`.padStart(32, '0'));
      const isForeseen = await isForeseenShort(trader, order, tops);
      const { kind } = await trader.session.submit(order, noSignal);
      if (isForeseen) expect([each, kind]).toEqual([each, 'rejected']);
      if (isForeseen) foreseen += 1;
      else if (kind === 'acknowledged') taken += 1;
    }
  }
  await trader.session.balances('spot', noSignal);
  heard.push(...trader.fills);
  return { desk: trader, heard, foreseen, taken };
}

async function show(tops: Tops, { symbol, bid }: Extract<Step, { kind: 'book' }>) {
  const [low, high] = [bid / 100, (bid + 10) / 100];
  tops.set(symbol, { bid: low, ask: high });
  paper.bench.books.show(symbol, binance, { bids: [[low, 900]], asks: [[high, 900]] });
  await paper.bench.clock.advance(100);
}

function toOrder({ symbol, side, type, quantity, price }: Order, clientId: string): VenueOrder {
  const marketType = symbol === spot ? 'spot' : 'swap';
  return orderOf(binance, {
    symbol,
    marketType,
    side,
    type,
    clientId,
    reduceOnly: false,
    quantity: (quantity / 10_000).toFixed(4),
    ...(type === 'limit' && { price: (price / 100).toFixed(2) }),
  });
}

/** Returns true when the order is refused before it is sent, for lack of means. */
async function isForeseenShort(trader: OpenPaper, order: VenueOrder, tops: Tops): Promise<boolean> {
  const now = await trader.session.meansNow?.(order);
  if (!now) throw new Error('a paper account knows its means');
  const closable = order.side === 'buy' ? now.short : now.long;
  const refusal = foresee(order, {
    top: tops.get(order.symbol),
    isWholeBook: true,
    trigger: undefined,
    means: { ...now, closable, stopsHold: true },
  });
  return refusal?.code.startsWith('INSUFFICIENT') === true;
}

const units = (text: string): bigint => parseAmount(text) ?? 0n;
const whole = 10n ** 18n;

/** Returns the first balances with all fills and profits applied. */
function reckoned(fills: readonly VenueFill[], profits: ReadonlyMap<string, bigint>) {
  const sums = new Map(Object.entries(first.spot).map(([asset, text]) => [asset, units(text)]));
  const move = (asset: string, amount: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  for (const { symbol, side, quantity, price, fee, feeAsset } of fills) {
    const { base, quote, settle } = symbolParts(symbol);
    move(feeAsset, -units(fee));
    if (settle !== undefined) continue;
    const sign = side === 'buy' ? 1n : -1n;
    move(base, sign * units(quantity));
    move(quote, (-sign * units(quantity) * units(price.toFixed(12))) / whole);
  }
  for (const [asset, profit] of profits) move(asset, profit);
  return sums;
}

it('every unit of an account with portfolio margin is accounted for, and no order is foreseen to fail that does not', async () => {
  const seen = { liquidations: 0, sales: 0, foreseen: 0, taken: 0, owing: 0 };
  const start: Step[] = [spot, swap, other, eth].map((symbol) => ({
    kind: 'book',
    symbol,
    bid: 10_000,
  }));
  const steps = fc.array(step, { minLength: 10, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (chosen) => {
      const { desk: trader, heard, foreseen, taken } = await play([...start, ...chosen]);
      const { session } = trader;
      const of = { symbol: undefined, sinceMs: 0, limit: 10_000 } as const;
      const fills = [
        ...(await session.fills({ ...of, marketType: 'spot' }, noSignal)),
        ...(await session.fills({ ...of, marketType: 'swap' }, noSignal)),
      ];
      expect(new Set(heard)).toEqual(new Set(fills));
      const entries = (await session.realizedPnl?.({ ...of, marketType: 'swap' }, noSignal)) ?? [];
      const profits = new Map<string, bigint>();
      for (const { asset, amount } of entries) {
        profits.set(asset, (profits.get(asset) ?? 0n) + units(amount));
      }
      const balances = await session.balances('spot', noSignal);
      for (const [asset, sum] of reckoned(fills, profits)) {
        const off = sum - units(balances[asset]?.total ?? '0');
        // Prices are numbers of fifteen digits.
        expect([asset, off > -(10n ** 9n) && off < 10n ** 9n, off]).toEqual([asset, true, off]);
      }
      const positions = (await session.positions?.('swap', undefined, noSignal)) ?? [];
      const liquidations = entries.filter(({ info }) => info.covered !== undefined);
      const sales = fills.filter(({ venueOrderId }) => venueOrderId.startsWith('liquidation-'));
      for (const [asset, { free, used }] of Object.entries(balances)) {
        expect([asset, units(used) >= 0n]).toEqual([asset, true]);
        if (units(free) < 0n) seen.owing += 1;
      }
      expect(positions.length).toBeLessThanOrEqual(2);
      seen.liquidations += liquidations.length;
      seen.sales += sales.filter(({ marketType }) => marketType === 'spot').length;
      seen.foreseen += foreseen;
      seen.taken += taken;
      await session.close();
      expect(paper.bench.books.held()).toEqual([]);
      expect(paper.bench.failures).toEqual([]);
    }),
    guardedProofOf(150),
  );
  expect(Object.entries(seen).filter(([, count]) => count < 5)).toEqual([]);
});
