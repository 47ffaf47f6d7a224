import { createSeededRandom, type Random } from '../../../src/kit/random.ts';
import type {
  AccountView,
  AlgorithmAction,
  AlgorithmEvent,
  AlgorithmTerms,
  AlgorithmView,
  AnyAlgorithm,
  ChildView,
} from '../../../src/trading/algorithms/algorithm.ts';
import { without } from '../../../src/trading/algorithms/shared/amounts.ts';
import { testAccount, testBook, testTerms, testView } from './view.ts';

/** The treatment of orders in a simulated market; chances from 0 to 1. */
export interface MarketMood {
  readonly seed: string;
  /** Chance of a complete fill. */
  readonly fills: number;
  readonly refuses: number;
  /** Chance of an order whose outcome is not known for some seconds. */
  readonly loses: number;
  /** The longest time that such an outcome is not known. */
  readonly lostMs?: number;
  readonly closes: number;
  /** Chance of pauses and restarts. */
  readonly interrupts: number;
  readonly accounts: number;
}

interface RunSetUp {
  readonly algorithm: AnyAlgorithm;
  readonly params: unknown;
  readonly terms?: Partial<AlgorithmTerms> | undefined;
  readonly mood: MarketMood;
  readonly untilMs: number;
}

interface RunChild extends ChildView {
  /** Its outcome is not known before this time. */
  readonly lostUntilMs: number;
}

type Place = Extract<AlgorithmAction, { kind: 'place' }>;
type Route = Extract<AlgorithmAction, { kind: 'route' }>;

export interface Run {
  readonly actions: readonly AlgorithmAction[];
  readonly states: readonly unknown[];
  readonly children: readonly ChildView[];
  readonly end: Extract<AlgorithmAction, { kind: 'end' }> | undefined;
  readonly nowMs: number;
  /** Broken rules, in sentences. */
  readonly faults: readonly string[];
  readonly last: AlgorithmView;
}

/** Runs an algorithm in a random market until it ends or its time is long over. */
export function runAlgorithm({ algorithm, params, terms, mood, untilMs }: RunSetUp): Run {
  const all = { ...testTerms, ...terms };
  const market = createSeededRandom(`${mood.seed} market`);
  const exchange = createExchange(all, mood, market);
  const actions: AlgorithmAction[] = [];
  const states: unknown[] = [];
  const faults: string[] = [];
  let state = algorithm.initialState(params, all);
  let wakeAtMs: number | undefined;
  let routes: Route[] = [];
  let end: Run['end'];

  const step = (event: AlgorithmEvent) => {
    if (end) return;
    const result = algorithm.step(state, event, { params, view: exchange.view() });
    state = JSON.parse(JSON.stringify(result.state));
    states.push(state);
    wakeAtMs = result.wakeAtMs;
    if ((wakeAtMs ?? Infinity) <= exchange.view().nowMs) faults.push('it would wake in the past');
    for (const action of result.actions) {
      actions.push(action);
      if (action.kind === 'place') faults.push(...exchange.accept(action));
      if (action.kind === 'route') routes.push(action);
      if (action.kind === 'end') end = action;
      if (action.kind === 'cancel') exchange.cancel(action.number);
    }
  };
  const twice = (event: AlgorithmEvent) => {
    step(event);
    const count = exchange.children().length;
    step(event);
    if (exchange.children().length > count) faults.push(`${event.kind} told twice placed twice`);
  };

  twice({ kind: 'started' });
  while (!end && exchange.view().nowMs < untilMs) {
    if (exchange.moveOn(wakeAtMs)) twice({ kind: 'children' });
    if (market.next() < mood.interrupts) {
      const isPause = market.next() < 0.5;
      routes = [];
      if (isPause) exchange.pause();
      twice({ kind: isPause ? 'resumed' : 'recovered' });
    }
    for (const route of routes.splice(0)) twice(exchange.answer(route));
    if (wakeAtMs !== undefined && exchange.view().nowMs >= wakeAtMs) twice({ kind: 'woke' });
    else if (market.next() < 0.3) twice({ kind: 'book' });
  }
  const last = exchange.view();
  // Sums of this market are not exact: the host's are, and are tested there.
  if (last.filled > all.quantity * (1 + 1e-12)) {
    faults.push(`${last.filled} is more than the total`);
  }
  if (end && last.live.length > 0) faults.push('it ended with an order alive');
  return { actions, states, children: exchange.children(), end, nowMs: last.nowMs, faults, last };
}

/** Creates clock, books and orders of a run. */
function createExchange(terms: AlgorithmTerms, mood: MarketMood, market: Random) {
  const random = createSeededRandom(`${mood.seed} algorithm`);
  let children: RunChild[] = [];
  let accounts = quote(mood, market, terms);
  let nowMs = 0;
  const view = () => testView({ ...terms, nowMs, accounts, children, random });
  return {
    view,
    children: () => children,
    /** Takes an order, and returns what is wrong with it. */
    accept: (action: Place): string[] => {
      const faults = faultsOf(action, view());
      const { kind: _, ...order } = action;
      const lostMs = market.between(0.9, 1) * (mood.lostMs ?? 90_000);
      const lostUntilMs = market.next() < mood.loses ? nowMs + lostMs : nowMs;
      const made = { number: children.length + 1, placedAtMs: nowMs, refusedCode: undefined };
      const open = {
        filled: 0,
        isOver: false,
        isCancelling: false,
        leg: 0,
        isClosing: false,
      } as const;
      children = [...children, { ...order, ...made, ...open, lostUntilMs }];
      return faults;
    },
    cancel: (number: number) => {
      children = children.map((child) =>
        child.number === number ? { ...child, isCancelling: true } : child,
      );
    },
    /** Lets time pass until it is woken, or less. Returns true when an order changed. */
    moveOn: (wakeAtMs: number | undefined): boolean => {
      const soonMs = nowMs + market.between(1, 5_000);
      nowMs = Math.round(Math.min(wakeAtMs ?? soonMs, soonMs));
      if (market.next() < 0.5) accounts = quote(mood, market, terms);
      const before = children;
      children = children.map((child) => trade({ child, nowMs, market, mood }));
      return children.some((child, index) => child !== before[index]);
    },
    /** Cancels everything; orders of unknown state stay alive. */
    pause: () => {
      children = children.map((child) => cancelled({ ...child, isCancelling: true }, nowMs));
    },
    answer: (route: Route) => answer({ ...route, accounts, market, mood }),
  };
}

/** Returns the broken rules of an order, in sentences. */
function faultsOf(order: Place, view: AlgorithmView): string[] {
  const { side, limitPrice, free, live, accounts } = view;
  const { price, quantity, accountId } = order;
  const isBuy = side === 'buy';
  const isBeyond = limitPrice !== undefined && (isBuy ? price > limitPrice : price < limitPrice);
  const account = accounts.find(({ id }) => id === accountId);
  const isClosed = !account?.book || account.barred !== undefined;
  const isCancelling = live.some((child) => child.isCancelling);
  return [
    isBeyond && `${price} is beyond the limit price`,
    quantity > free && `${quantity} is more than the ${free} that are free`,
    view.sizeOf(accountId, quantity, price) !== quantity && `${quantity} is no size for an order`,
    isClosed && `${accountId} is closed`,
    isCancelling && 'a cancel is not over',
  ].filter((fault) => fault !== false);
}

function quote(mood: MarketMood, market: Random, { side }: AlgorithmTerms): AccountView[] {
  return Array.from({ length: mood.accounts }, (_, index) => {
    const ticks = Math.floor(market.between(990, 1_010));
    const spread = Math.floor(market.between(1, 6));
    const isClosed = market.next() < mood.closes;
    const book = testBook(ticks / 10, (ticks + spread) / 10, { side, size: 2 });
    const barred = market.next() < mood.closes / 2 ? 'It refused too often.' : undefined;
    return testAccount({ id: `desk-${index}`, book: isClosed ? undefined : book, barred });
  });
}

interface Trading {
  readonly child: RunChild;
  readonly nowMs: number;
  readonly market: Random;
  readonly mood: MarketMood;
}

function trade({ child, nowMs, market, mood }: Trading): RunChild {
  if (child.isOver || nowMs < child.lostUntilMs) return child;
  if (market.next() < mood.refuses && child.filled === 0 && !child.isCancelling) {
    const isCross = child.timeInForce === 'POST_ONLY' && market.next() < 0.7;
    const refusedCode = isCross ? 'POST_ONLY_WOULD_TAKE' : 'INSUFFICIENT_BALANCE';
    return { ...child, isOver: true, refusedCode };
  }
  const left = without(child.quantity, [child.filled]);
  const isWhole = mood.fills === 1 || market.next() < 0.5;
  const part = isWhole ? left : Math.floor(left * market.next() * 100) / 100;
  const filled = market.next() < mood.fills ? without(child.quantity, [left - part]) : child.filled;
  const isOver =
    filled === child.quantity ||
    child.timeInForce === 'IOC' ||
    (child.isCancelling && market.next() < 0.8);
  return isOver || filled !== child.filled ? { ...child, filled, isOver } : child;
}

function cancelled(child: RunChild, nowMs: number): RunChild {
  return nowMs < child.lostUntilMs ? child : { ...child, isOver: true };
}

interface Question {
  readonly ref: string;
  readonly quantity: number;
  readonly accounts: readonly AccountView[];
  readonly market: Random;
  readonly mood: MarketMood;
}

/** Routes like a router that shares at random, and sometimes finds nothing. */
function answer({ ref, quantity, accounts, market, mood }: Question): AlgorithmEvent {
  const open = accounts.filter(({ book, barred }) => book && barred === undefined);
  if (open.length === 0 || market.next() < mood.refuses) {
    return { kind: 'routed', ref, slices: [], reason: 'No account is eligible.' };
  }
  let left = Math.floor(quantity * 100);
  const slices = open.flatMap(({ id, book }, index) => {
    const units = index === open.length - 1 ? left : Math.floor(left * market.next());
    left -= units;
    return book && units > 0 ? [{ accountId: id, quantity: units / 100, limitPrice: 100 }] : [];
  });
  return { kind: 'routed', ref, slices, reason: undefined };
}
