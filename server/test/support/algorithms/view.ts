import { roundToGrid } from '../../../src/kit/grid.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import type {
  AccountView,
  AlgorithmTerms,
  AlgorithmView,
  ChildView,
  MarketRules,
  UsableBookView,
} from '../../../src/trading/algorithms/algorithm.ts';
import { sumOf, without } from '../../../src/trading/algorithms/shared/amounts.ts';
import type { AccountId } from '../../../src/trading/model/account.ts';
import type { Side } from '../../../src/trading/model/order.ts';
import type { InstrumentSymbol } from '../../../src/trading/model/symbol.ts';

/** Lot and minimum value are such that 0.1 at a price of 100 is just enough. */
export const testRules: MarketRules = {
  priceTick: 0.1,
  priceDigitsMax: undefined,
  quantityStep: 0.01,
  quantityMin: 0.01,
  notionalMin: 10,
};

export const testTerms: AlgorithmTerms = {
  symbol: 'SOL/USDT' as InstrumentSymbol,
  side: 'buy',
  quantity: 10,
  limitPrice: undefined,
  arrivalPrice: 100,
};

/** Returns a book with five levels of a size on each side, a tick apart. */
export function testBook(
  bid: number,
  ask: number,
  { side = 'buy', size = 100 }: { readonly side?: Side; readonly size?: number } = {},
): UsableBookView {
  const mid = (bid + ask) / 2;
  const sign = side === 'buy' ? 1 : -1;
  const touch = side === 'buy' ? ask : bid;
  const takeable = [0, 1, 2, 3, 4].map(
    (index) => [Math.round((touch + sign * index * 0.1) * 10) / 10, size] as const,
  );
  const given = side === 'buy' ? bid : ask;
  const giveable = [0, 1, 2, 3, 4].map(
    (index) => [Math.round((given - sign * index * 0.1) * 10) / 10, size] as const,
  );
  return { bid, ask, mid, spreadBps: ((ask - bid) / mid) * 10_000, takeable, giveable };
}

export function testAccount(
  changes: Partial<Omit<AccountView, 'id'>> & { readonly id?: string } = {},
): AccountView {
  return {
    venue: 'okx',
    rules: testRules,
    book: testBook(99.8, 100.2),
    barred: undefined,
    closingBarred: changes.barred,
    ...changes,
    id: (changes.id ?? 'one') as AccountId,
  };
}

export function testChild(
  changes: Partial<Omit<ChildView, 'accountId'>> & { readonly accountId?: string } = {},
): ChildView {
  return {
    number: 1,
    group: 1,
    purpose: 'slice',
    leg: 0,
    isClosing: false,
    quantity: 1,
    price: 100,
    timeInForce: 'POST_ONLY',
    isOver: false,
    isCancelling: false,
    filled: 0,
    refusedCode: undefined,
    placedAtMs: 0,
    ...changes,
    accountId: (changes.accountId ?? 'one') as AccountId,
  };
}

export interface ViewChanges extends Partial<AlgorithmTerms> {
  readonly nowMs?: number;
  /** Quantity filled beside the children. */
  readonly filledBefore?: number;
  readonly accounts?: readonly AccountView[];
  readonly children?: readonly ChildView[];
  readonly usualSpreadBps?: number;
  readonly random?: AlgorithmView['random'];
}

/** Returns the view of an algorithm that its host would make of these facts. */
export function testView(changes: ViewChanges = {}): AlgorithmView {
  const terms = { ...testTerms, ...changes };
  const { children = [], accounts = [testAccount()], nowMs = 0 } = changes;
  const live = children.filter(({ isOver }) => !isOver);
  const filled = sumOf([changes.filledBefore ?? 0, ...children.map((child) => child.filled)]);
  const remaining = without(terms.quantity, [filled]);
  const open = live.map((child) => without(child.quantity, [child.filled]));
  const free = without(remaining, open);
  const mids = accounts.flatMap(({ book }) => book ?? []);
  const [best] = mids;
  const { symbol, side, quantity, limitPrice, arrivalPrice } = terms;
  const sizeAt = (own: MarketRules | undefined, wanted: number, price: number) => {
    if (!own) return 0;
    const size = roundToGrid(wanted, own.quantityStep, 'down') ?? 0;
    return size < own.quantityMin || size * price < own.notionalMin ? 0 : size;
  };
  return {
    symbol,
    side,
    quantity,
    limitPrice,
    arrivalPrice,
    nowMs,
    filled,
    remaining,
    free,
    accounts,
    live,
    legs: [],
    atMs: nowMs,
    mode: 'running',
    mid: best?.mid,
    spreadBps: best?.spreadBps,
    usualSpreadBps: changes.usualSpreadBps,
    childrenOf: (group) => children.filter((child) => child.group === group),
    sizeOf: (id, wanted, price) =>
      sizeAt(accounts.find((account) => account.id === id)?.rules, Math.min(wanted, free), price),
    isDust: (wanted) => accounts.every((own) => sizeAt(own.rules, wanted, best?.mid ?? 100) === 0),
    random: changes.random ?? createSeededRandom('desk'),
  };
}
