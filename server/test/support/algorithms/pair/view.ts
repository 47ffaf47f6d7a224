import { roundToGrid } from '../../../../src/kit/grid.ts';
import type {
  AlgorithmView,
  ChildView,
  LegSumsView,
  LegView,
  MarketRules,
  SizedOrder,
} from '../../../../src/trading/algorithms/algorithm.ts';
import { sumOf, without } from '../../../../src/trading/algorithms/shared/amounts.ts';
import type { InstrumentSymbol } from '../../../../src/trading/model/symbol.ts';
import { testAccount, testBook, testView, type ViewChanges } from '../view.ts';

/** One leg, as changes from a market at 100 where nothing has been done. */
export interface TestLeg extends Partial<Omit<LegView, 'live' | 'sizeOf' | keyof LegSumsView>> {
  /** Paid in the traded asset, base units. */
  readonly baseFees?: number;
}

export interface PairScene extends Omit<ViewChanges, 'accounts'> {
  readonly legs?: readonly [TestLeg, TestLeg];
  /** Children of both legs; their sums follow from them. */
  readonly children?: readonly ChildView[];
  /** Base units by which the legs may differ. */
  readonly riskQuantity?: number;
  readonly mode?: AlgorithmView['mode'];
  readonly atMs?: number;
}

/** Returns the view of a pair that its host would make of these facts. */
export function pairView(scene: PairScene = {}): AlgorithmView {
  const { children = [], riskQuantity = 1, mode = 'running', legs = [{}, {}] } = scene;
  const side = scene.side ?? 'buy';
  const opposite = side === 'buy' ? 'sell' : 'buy';
  const own = { accountIds: [testAccount().id] };
  const usual = [
    { symbol: 'SOL/USDT' as InstrumentSymbol, side, ...own },
    { symbol: 'SOL/USDT:USDT' as InstrumentSymbol, side: opposite, ...own },
  ] as const;
  const quantity = scene.quantity ?? 10;
  const room = createRoom(children, { riskQuantity, mode, quantity });
  const views = ([0, 1] as const).map((leg): LegView => {
    const { baseFees = 0, ...changes } = legs[leg];
    const terms = { ...usual[leg], ...changes };
    const book = testBook(99.8, 100.2, { side: terms.side });
    const { accounts = [testAccount({ book })] } = changes;
    const sums = sumsOf(children, leg, baseFees);
    return {
      ...terms,
      ...sums,
      accounts,
      mid: 'mid' in changes ? changes.mid : accounts.find((each) => each.book)?.book?.mid,
      live: children.filter((child) => child.leg === leg && !child.isOver),
      sizeOf: (order) => {
        const rules = accounts.find(({ id }) => id === order.accountId)?.rules;
        const held = order.isClosing ? sums.held : Number.POSITIVE_INFINITY;
        return sized(rules, order, Math.min(room(leg, order.isClosing), held));
      },
    };
  });
  const leading = children.filter((child) => child.leg === 0 && !child.isClosing);
  const base = testView({ ...scene, children: leading });
  const live = children.filter(({ isOver }) => !isOver);
  const childrenOf: AlgorithmView['childrenOf'] = (group) => {
    return children.filter((child) => child.group === group);
  };
  return { ...base, childrenOf, live, mode, atMs: scene.atMs ?? base.nowMs, legs: views };
}

function sumsOf(children: readonly ChildView[], leg: 0 | 1, baseFees: number): LegSumsView {
  const filled = (isClosing: boolean) =>
    children.filter((each) => each.leg === leg && each.isClosing === isClosing);
  const quantity = (own: readonly ChildView[]) => sumOf(own.map((each) => each.filled));
  const cost = (own: readonly ChildView[]) => sumOf(own.map((each) => each.filled * each.price));
  const [opened, closed] = [quantity(filled(false)), quantity(filled(true))];
  return {
    opened,
    closed,
    held: without(opened, [closed, baseFees]),
    openedCost: cost(filled(false)),
    closedCost: cost(filled(true)),
  };
}

interface Bounds {
  readonly riskQuantity: number;
  readonly mode: AlgorithmView['mode'];
  readonly quantity: number;
}

/** Returns what may be ordered on a leg: the host's bounds (Design: children at their worst). */
function createRoom(children: readonly ChildView[], bounds: Bounds) {
  const part = (leg: 0 | 1, isClosing: boolean, of: (child: ChildView) => number) =>
    sumOf(children.filter((c) => c.leg === leg && c.isClosing === isClosing).map(of));
  const filled = ({ filled: done }: ChildView) => done;
  const open = (child: ChildView) => (child.isOver ? 0 : child.quantity - child.filled);
  const position = (leg: 0 | 1) => part(leg, false, filled) - part(leg, true, filled);
  const most = (leg: 0 | 1) => position(leg) + part(leg, false, open);
  const least = (leg: 0 | 1) => position(leg) - part(leg, true, open);
  return (leg: 0 | 1, isClosing: boolean): number => {
    const other = leg === 0 ? 1 : 0;
    const mayRisk = bounds.mode === 'running' || (bounds.mode === 'cancelling' && isClosing);
    const risk = mayRisk ? bounds.riskQuantity : 0;
    const apart = isClosing ? least(leg) - most(other) : least(other) - most(leg);
    // The quantity of the first that was given back is not taken again.
    const taken = leg === 0 ? part(0, false, filled) + part(0, false, open) : most(leg);
    const whole = isClosing ? least(leg) : bounds.quantity - taken;
    return Number(Math.max(0, Math.min(risk + apart, whole)).toPrecision(12));
  };
}

function sized(rules: MarketRules | undefined, order: SizedOrder, most: number): number {
  if (!rules) return 0;
  const size = roundToGrid(Math.min(order.quantity, most), rules.quantityStep, 'down') ?? 0;
  return size < rules.quantityMin || size * order.price < rules.notionalMin ? 0 : size;
}
