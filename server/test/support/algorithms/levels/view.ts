import { roundToGrid } from '../../../../src/kit/grid.ts';
import { createSeededRandom, type Random } from '../../../../src/kit/random.ts';
import type {
  AccountView,
  AlgorithmTerms,
  AlgorithmView,
  ChildView,
  MarketRules,
  UsableBookView,
} from '../../../../src/trading/algorithms/algorithm.ts';
import { restOf, sumOf } from '../../../../src/trading/algorithms/shared/figures.ts';
import type { AccountId } from '../../../../src/trading/model/account.ts';
import { midPrice, spreadBps } from '../../../../src/trading/model/book.ts';
import type { Side } from '../../../../src/trading/model/order.ts';
import type { VenueId } from '../../../../src/trading/model/venue.ts';
import { symbolOf } from '../../paper/fixture.ts';

/** The smallest order that is accepted, in the quote of the desk. */
const notionalLeast = 10;

export const accountId = (id: string): AccountId => id as AccountId;

/** Returns a buy of 1 BTC without a limit, begun at 100, with a test's changes. */
export function testTerms(terms: Partial<AlgorithmTerms> = {}): AlgorithmTerms {
  return {
    symbol: symbolOf('BTC/USDT'),
    side: 'buy',
    quantity: 1,
    limitPrice: undefined,
    arrivalPrice: 100,
    ...terms,
  };
}

/** An account as a test writes it; tick 0.01, lot 0.001, no minimums. */
export interface TestAccount {
  readonly id?: string;
  readonly venue?: VenueId;
  readonly rules?: Partial<MarketRules> | 'none';
  /** Levels that may be taken, best first; `none` without a usable book. */
  readonly takeable?: readonly (readonly [number, number])[] | 'none';
  readonly barred?: string;
}

const usualRules: MarketRules = {
  priceTick: 0.01,
  priceDigitsMax: undefined,
  quantityStep: 0.001,
  quantityMin: 0,
  notionalMin: 0,
};

/** Half of the spread of every book. */
const halfSpread = 0.01;

/** Returns mid 100, and two levels: 1 within a cent of it, 4 ten cents further. */
function usualTakeable(side: Side): readonly (readonly [number, number])[] {
  return side === 'buy'
    ? [
        [100.01, 1],
        [100.11, 4],
      ]
    : [
        [99.99, 1],
        [99.89, 4],
      ];
}

function accountView(made: TestAccount, side: Side): AccountView {
  const { id = 'a', venue = 'binance', rules = {}, takeable = usualTakeable(side), barred } = made;
  return {
    id: accountId(id),
    venue,
    barred,
    closingBarred: barred,
    rules: rules === 'none' ? undefined : { ...usualRules, ...rules },
    book: takeable === 'none' ? undefined : bookView(side, takeable),
  };
}

function bookView(side: Side, takeable: UsableBookView['takeable']): UsableBookView {
  const best = takeable[0]?.[0] ?? 100;
  const mid = Number((side === 'buy' ? best - halfSpread : best + halfSpread).toFixed(8));
  const [bid, ask] = [mid - halfSpread, mid + halfSpread];
  return { bid, ask, mid, spreadBps: spreadBps(bid, ask) ?? 0, takeable, giveable: [] };
}

/** Returns a live order of 1 at 100, requested at the start. */
export function testChild(child: Partial<ChildView> = {}): ChildView {
  return {
    number: 1,
    group: 1,
    purpose: 'sweep',
    accountId: accountId('a'),
    quantity: 1,
    price: 100,
    timeInForce: 'IOC',
    isOver: false,
    isCancelling: false,
    filled: 0,
    refusedCode: undefined,
    placedAtMs: 0,
    leg: 0,
    isClosing: false,
    ...child,
  };
}

export interface LevelsScene {
  readonly terms?: Partial<AlgorithmTerms>;
  readonly accounts?: readonly TestAccount[];
  readonly children?: readonly ChildView[];
  readonly nowMs?: number;
  readonly random?: Random;
}

/** Returns an algorithm's view; everything that follows from orders and books is calculated. */
export function testView(scene: LevelsScene = {}): AlgorithmView {
  const { accounts = [{}], children = [], nowMs = 0, random = createSeededRandom('desk') } = scene;
  const terms = testTerms(scene.terms);
  const views = accounts.map((each) => accountView(each, terms.side));
  const books = views.flatMap(({ book }) => book ?? []);
  const [bid, ask] = books.length === 0 ? [] : bestOf(books);
  const filled = sumOf(children.map((child) => child.filled));
  const remaining = restOf(terms.quantity, filled);
  const live = children.filter(({ isOver }) => !isOver);
  const free = live.reduce(
    (left, each) => restOf(left, restOf(each.quantity, each.filled)),
    remaining,
  );
  const rulesOf = (id: AccountId) => views.find((each) => each.id === id)?.rules;
  return {
    ...terms,
    nowMs,
    filled,
    remaining,
    free,
    accounts: views,
    live,
    random,
    atMs: nowMs,
    mode: 'running',
    legs: [],
    mid: midPrice(bid, ask),
    spreadBps: spreadBps(bid, ask),
    usualSpreadBps: undefined,
    childrenOf: (group) => children.filter((child) => child.group === group),
    sizeOf: (id, quantity, price) => sized(rulesOf(id), Math.min(quantity, free), price),
    isDust: (quantity) => views.every(({ rules }) => sized(rules, quantity, 110) === 0),
  };
}

function bestOf(books: readonly UsableBookView[]): [bid: number, ask: number] {
  return [Math.max(...books.map(({ bid }) => bid)), Math.min(...books.map(({ ask }) => ask))];
}

function sized(rules: MarketRules | undefined, quantity: number, price: number): number {
  if (!rules || quantity <= 0) return 0;
  const size = roundToGrid(quantity, rules.quantityStep, 'down') ?? 0;
  const isSmall = size * price < Math.max(notionalLeast, rules.notionalMin);
  return isSmall || size < rules.quantityMin ? 0 : size;
}
