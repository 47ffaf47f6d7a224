import { roundToGrid } from '../../../../src/kit/grid.ts';
import { createSeededRandom, type Random } from '../../../../src/kit/random.ts';
import type {
  AlgorithmAction,
  AlgorithmEvent,
  AlgorithmTerms,
  AlgorithmView,
  AnyAlgorithm,
  ChildGroup,
  ChildView,
} from '../../../../src/trading/algorithms/algorithm.ts';
import { restOf, sumOf } from '../../../../src/trading/algorithms/shared/figures.ts';
import type { Side } from '../../../../src/trading/model/order.ts';
import { type TestAccount, testView } from './view.ts';

type Place = Extract<AlgorithmAction, { kind: 'place' }>;
type Route = Extract<AlgorithmAction, { kind: 'route' }>;
type End = Extract<AlgorithmAction, { kind: 'end' }>;

const beatMs = 100;
const codes = ['INSUFFICIENT_BALANCE', 'EXCHANGE_ERROR', 'DAILY_LIMIT_EXCEEDED'];

export interface MarketRunOptions {
  readonly algorithm: AnyAlgorithm;
  readonly params: unknown;
  readonly terms: AlgorithmTerms;
  /** Accounts, whose books are the market's. */
  readonly accounts: readonly Omit<TestAccount, 'takeable' | 'barred'>[];
  readonly seed: string;
  /** Returns true when an order of a group may be placed while one of another group is live. */
  readonly mayStandBeside: (live: ChildGroup, placed: ChildGroup) => boolean;
  /** Time during which orders are refused, lost and cut, books vanish, and the service restarts. */
  readonly troubledMs: number;
  /** Time after that in which every order fills, and the algorithm should end. */
  readonly calmMs: number;
}

export interface MarketRun {
  readonly end: End | undefined;
  readonly children: readonly ChildView[];
  /** Everything that was done, with its time. */
  readonly log: readonly string[];
  readonly waitingFor: string | undefined;
  readonly report: Readonly<Record<string, unknown>>;
  readonly filled: number;
}

interface Market {
  readonly options: MarketRunOptions;
  readonly random: Random;
  readonly log: string[];
  nowMs: number;
  stepNumber: number;
  mid: number;
  accounts: readonly TestAccount[];
  children: (ChildView & { readonly lostUntilMs: number; readonly inStep: number })[];
  routes: (Route & { readonly atMs: number })[];
  state: unknown;
  wakeAtMs: number | undefined;
  watchesBooks: boolean;
  waitingFor: string | undefined;
  end: End | undefined;
}

/**
 * Runs an algorithm in its own small market, in which the seed decides everything. Throws for
 * anything that a host would have to correct, and when nothing would ever wake the algorithm again.
 */
export function runInMarket(options: MarketRunOptions): MarketRun {
  const { algorithm, params, terms, troubledMs, calmMs, seed } = options;
  const market: Market = {
    options,
    random: createSeededRandom(seed),
    log: [],
    nowMs: 0,
    stepNumber: 0,
    mid: terms.arrivalPrice,
    accounts: [],
    children: [],
    routes: [],
    wakeAtMs: undefined,
    watchesBooks: false,
    state: algorithm.initialState(params, terms),
    waitingFor: undefined,
    end: undefined,
  };
  drawBooks(market);
  step(market, { kind: 'started' });
  while (!market.end && market.nowMs < troubledMs + calmMs) beat(market);
  const view = viewOf(market);
  return {
    end: market.end,
    children: market.children,
    log: market.log,
    waitingFor: market.waitingFor,
    filled: view.filled,
    report: algorithm.report(market.state, params, view),
  };
}

const isTroubled = ({ nowMs, options }: Market) => nowMs < options.troubledMs;
const happens = (market: Market, chance: number) =>
  market.random.next() < chance && isTroubled(market);

function beat(market: Market): void {
  market.nowMs += beatMs;
  drawBooks(market);
  const events: AlgorithmEvent[] = [];
  if (happens(market, 0.01)) events.push(interrupted(market));
  const before = JSON.stringify(market.children);
  market.children = market.children.map((child) => fateOf(market, child));
  events.push(...answered(market));
  if (JSON.stringify(market.children) !== before) events.push({ kind: 'children' });
  if (market.watchesBooks) events.push({ kind: 'book' });
  if (market.wakeAtMs !== undefined && market.wakeAtMs <= market.nowMs) {
    events.push({ kind: 'woke' });
  }
  for (const event of events) if (!market.end) step(market, event);
}

function viewOf({ options, accounts, children, nowMs, random }: Market): AlgorithmView {
  return testView({ terms: options.terms, accounts, children, nowMs, random });
}

function drawBooks(market: Market): void {
  const { random, options } = market;
  if (isTroubled(market)) market.mid *= 1 + random.between(-3, 3) / 10_000;
  const { side } = options.terms;
  market.accounts = options.accounts.map((account): TestAccount => {
    if (happens(market, 0.05)) return { ...account, takeable: 'none' };
    const takeable = levelsFrom(market.mid * (1 + random.between(-2, 2) / 10_000), side, random);
    return happens(market, 0.02)
      ? { ...account, takeable, barred: 'Barred by chance.' }
      : { ...account, takeable };
  });
}

function levelsFrom(mid: number, side: Side, random: Random): [number, number][] {
  const sign = side === 'buy' ? 1 : -1;
  const best = Number(mid.toFixed(2)) + sign * 0.01;
  return Array.from({ length: 5 }, (_, index) => [
    Number((best + sign * index * 0.05).toFixed(2)),
    Number(random.between(0.05, 0.6).toFixed(3)),
  ]);
}

/** Makes a pause or a restart: requested routes are lost. */
function interrupted(market: Market): AlgorithmEvent {
  market.routes = [];
  if (market.random.next() < 0.5) {
    market.state = JSON.parse(JSON.stringify(market.state));
    return { kind: 'recovered' };
  }
  market.children = market.children.map((child) =>
    child.isOver ? child : { ...child, isCancelling: true, isOver: child.lostUntilMs === 0 },
  );
  return { kind: 'resumed' };
}

function answered(market: Market): AlgorithmEvent[] {
  const due = market.routes.filter(({ atMs }) => atMs <= market.nowMs);
  market.routes = market.routes.filter(({ atMs }) => atMs > market.nowMs);
  return due.map((route) => {
    const slices = slicesFor(viewOf(market), route);
    const reason = slices.length > 0 ? undefined : 'Nothing is within reach.';
    return { kind: 'routed', ref: route.ref, slices, reason };
  });
}

/** Routes like a bad router that keeps to its bounds. */
function slicesFor(view: AlgorithmView, { quantity, worstPrice, leaveOut = [] }: Route) {
  let left = quantity;
  return view.accounts.flatMap(({ id, book, barred }) => {
    const within = (book?.takeable ?? []).filter(
      ([price]) =>
        worstPrice === undefined ||
        (view.side === 'buy' ? price <= worstPrice : price >= worstPrice),
    );
    const limitPrice = within.at(-1)?.[0];
    if (limitPrice === undefined || barred || leaveOut.includes(id)) return [];
    const offered = sumOf(within.map(([, available]) => available));
    const size = view.sizeOf(id, Math.min(left, offered), limitPrice);
    left = restOf(left, size);
    return size > 0 ? [{ accountId: id, quantity: size, limitPrice }] : [];
  });
}

function fateOf(market: Market, child: Market['children'][number]): Market['children'][number] {
  const { nowMs, random } = market;
  if (child.isOver || (isTroubled(market) && child.lostUntilMs > nowMs)) return child;
  const isNew = child.filled === 0 && nowMs - child.placedAtMs <= beatMs;
  if (isNew && happens(market, 0.15)) {
    const refusedCode = codes[Math.floor(random.between(0, codes.length))];
    return { ...child, isOver: true, refusedCode };
  }
  if (child.lostUntilMs === 0 && happens(market, 0.05)) {
    return { ...child, lostUntilMs: nowMs + random.between(200, 20_000) };
  }
  const isImmediate = child.timeInForce === 'IOC';
  const share = fillShare(market, isImmediate);
  const open = restOf(child.quantity, child.filled);
  const more = roundToGrid(open * share, 0.001, 'down') ?? 0;
  const filled = share === 1 ? child.quantity : sumOf([child.filled, more]);
  const isCut = isImmediate || child.isCancelling || happens(market, 0.01);
  return { ...child, filled, isOver: isCut || filled >= child.quantity, lostUntilMs: 0 };
}

function fillShare(market: Market, isImmediate: boolean): number {
  const { random } = market;
  if (!isTroubled(market)) return isImmediate || random.next() < 0.3 ? 1 : 0;
  if (!isImmediate && random.next() < 0.97) return 0;
  return random.next() < 0.4 ? 1 : random.next();
}

function step(market: Market, event: AlgorithmEvent): void {
  const { algorithm, params } = market.options;
  market.stepNumber += 1;
  const result = algorithm.step(market.state, event, { params, view: viewOf(market) });
  market.state = result.state;
  market.wakeAtMs = result.wakeAtMs;
  market.watchesBooks = result.watchesBooks ?? false;
  for (const action of result.actions) act(market, action);
  const isLive = market.children.some(({ isOver }) => !isOver);
  const isAwake = isLive || market.wakeAtMs !== undefined || market.watchesBooks;
  if (!market.end && !isAwake) throw new Error(`asleep for ever after ${market.log.at(-1)}`);
}

function act(market: Market, action: AlgorithmAction): void {
  market.log.push(`${market.nowMs} ${JSON.stringify(action)}`);
  switch (action.kind) {
    case 'place':
      market.waitingFor = undefined;
      place(market, action);
      return;
    case 'cancel':
      market.children = market.children.map((child) =>
        child.number === action.number ? { ...child, isCancelling: true } : child,
      );
      return;
    case 'route':
      market.routes.push({ ...action, atMs: market.nowMs + market.random.between(0, 400) });
      return;
    case 'wait':
      market.waitingFor = action.reason;
      return;
    case 'end':
      market.end = action;
      return;
    case 'note':
  }
}

/** Treats as a fault everything that a host would drop, cut or move. */
function place(market: Market, { kind: _kind, ...order }: Place): void {
  const view = viewOf(market);
  const { mayStandBeside } = market.options;
  const { accountId, quantity, price } = order;
  const account = view.accounts.find(({ id }) => id === accountId);
  if (!account?.book || account.barred) throw new Error(`${accountId} takes no orders`);
  const { limitPrice = price } = view;
  const isBeyond = view.side === 'buy' ? price > limitPrice : price < limitPrice;
  if (isBeyond) throw new Error(`${price} is beyond the limit price`);
  const tick = account.rules?.priceTick ?? 0;
  if (roundToGrid(price, tick, 'down') !== price) throw new Error(`${price} is on no tick`);
  const size = view.sizeOf(accountId, quantity, price);
  if (size !== quantity) throw new Error(`${quantity} could be ordered as ${size} only`);
  const { placedAtMs, inStep } = { placedAtMs: market.nowMs, inStep: market.stepNumber };
  const clash = market.children.find(
    (each) => !each.isOver && each.inStep !== inStep && !mayStandBeside(each.group, order.group),
  );
  if (clash) throw new Error(`an order is placed around ${clash.number}, which may fill`);
  const number = market.children.length + 1;
  const fresh = { isOver: false, isCancelling: false, filled: 0, refusedCode: undefined };
  market.children.push({
    ...order,
    ...fresh,
    number,
    placedAtMs,
    inStep,
    lostUntilMs: 0,
    leg: 0,
    isClosing: false,
  });
}
