import { createSeededRandom, type Random } from '../../../../src/kit/random.ts';
import type {
  AccountView,
  AlgorithmAction,
  AlgorithmTerms,
  AlgorithmView,
  ChildView,
  LegNumber,
  MarketRules,
} from '../../../../src/trading/algorithms/algorithm.ts';
import { sumOf, without } from '../../../../src/trading/algorithms/shared/amounts.ts';
import type { Side } from '../../../../src/trading/model/order.ts';
import { testAccount, testBook } from '../view.ts';
import { pairView } from './view.ts';

/** The treatment of orders in a simulated market of two legs; chances from 0 to 1. */
export interface PairMood {
  readonly seed: string;
  /** Chance of a complete fill. */
  readonly fills: number;
  readonly refuses: number;
  /** A leg that accepts no order at all. */
  readonly refusesOn?: LegNumber | undefined;
  /** Chance of an order whose outcome is not known for some seconds. */
  readonly loses: number;
  /** The longest time that such an outcome is not known. */
  readonly lostMs?: number;
  /** Chance of a book that cannot be used for some seconds. */
  readonly closes: number;
  readonly accounts: number;
}

export interface PairTerms extends AlgorithmTerms {
  readonly riskQuantity: number;
  /** Changes of each leg's rules from the usual ones. */
  readonly rules: readonly [Partial<MarketRules>, Partial<MarketRules>];
}

export type PairPlace = Extract<AlgorithmAction, { kind: 'place' }>;

interface RunChild extends ChildView {
  /** Its outcome is not known before this time. */
  readonly lostUntilMs: number;
  /** Quantity that filled, known or not. */
  readonly truth: number;
}

interface Bar {
  readonly untilMs: number;
  readonly times: number;
}

/** Creates clock, books and orders of a pair in a random market. */
export function createPairMarket(terms: PairTerms, mood: PairMood) {
  const market = createSeededRandom(`${mood.seed} market`);
  const random = createSeededRandom(`${mood.seed} algorithm`);
  const bars = new Map<string, Bar>();
  const closed = new Map<string, number>();
  let children: readonly RunChild[] = [];
  let nowMs = 0;
  let mode: AlgorithmView['mode'] = 'running';

  const quote = () => {
    const quoted = { terms, mood, market, closed, nowMs };
    return [quoteLeg(0, quoted), quoteLeg(1, quoted)] as const;
  };
  let accounts = quote();
  const now = (account: AccountView) => asOf(account, { closed, bars, nowMs });
  const view = (): AlgorithmView => {
    const [first, second] = accounts.map((own) => own.map(now));
    const legs = [{ accounts: first ?? [] }, { accounts: second ?? [] }] as const;
    return pairView({ ...terms, nowMs, atMs: nowMs, mode, children, legs, random });
  };
  const settle = (child: RunChild): RunChild => {
    const next = trade({ child, nowMs, market, mood });
    if (next === child || !next.isOver) return next;
    judge(bars, next, nowMs);
    return next;
  };
  return {
    view,
    market,
    children: () => children,
    setMode: (wanted: AlgorithmView['mode']) => {
      mode = wanted;
    },
    accept: (action: PairPlace): string[] => {
      const faults = faultsOf(action, view(), children);
      const child = born({ action, children, nowMs, market, mood });
      children = [...children, child];
      return faults;
    },
    cancel: (number: number) => {
      children = children.map((child) =>
        child.number === number && !child.isOver ? { ...child, isCancelling: true } : child,
      );
    },
    cancelAll: () => {
      children = children.map((child) => (child.isOver ? child : { ...child, isCancelling: true }));
    },
    /** Lets time pass until it is woken, or less. Returns true when an order changed. */
    moveOn: (wakeAtMs: number | undefined): boolean => {
      const soonMs = nowMs + market.between(1, 5_000);
      nowMs = Math.round(Math.min(wakeAtMs ?? soonMs, soonMs));
      if (market.next() < 0.5) accounts = quote();
      const before = children;
      children = children.map(settle);
      return children.some((child, index) => child !== before[index]);
    },
    /** Returns by how much the first leg is truly ahead of the other. */
    apart: () => positionIn(children, 0) - positionIn(children, 1),
  };
}

interface Quoting {
  readonly terms: PairTerms;
  readonly mood: PairMood;
  readonly market: Random;
  /** Times until which books cannot be used. */
  readonly closed: Map<string, number>;
  readonly nowMs: number;
}

function quoteLeg(leg: LegNumber, { terms, mood, market, closed, nowMs }: Quoting): AccountView[] {
  return Array.from({ length: mood.accounts }, (_, index) => {
    const id = `desk-${leg}-${index}`;
    const made = quoteAt(market, sideOf(terms.side, leg));
    if (market.next() < mood.closes) closed.set(id, nowMs + market.between(100, 20_000));
    return testAccount({ id, ...made, rules: { ...usualRules, ...terms.rules[leg] } });
  });
}

const usualRules: MarketRules = {
  priceTick: 0.1,
  priceDigitsMax: undefined,
  quantityStep: 0.01,
  quantityMin: 0.01,
  notionalMin: 10,
};

function asOf(
  account: AccountView,
  { closed, bars, nowMs }: Pick<Quoting, 'closed' | 'nowMs'> & { readonly bars: Map<string, Bar> },
): AccountView {
  const isClosed = nowMs < (closed.get(account.id) ?? 0);
  const isBarred = nowMs < (bars.get(account.id)?.untilMs ?? 0);
  const barred = isBarred ? 'It refused an order.' : undefined;
  const book = isClosed ? undefined : account.book;
  return { ...account, book, barred, closingBarred: barred };
}

function sideOf(side: Side, leg: LegNumber): Side {
  if (leg === 0) return side;
  return side === 'buy' ? 'sell' : 'buy';
}

function quoteAt(market: Random, side: Side): Pick<AccountView, 'book'> {
  const ticks = Math.floor(market.between(990, 1_010));
  const spread = Math.floor(market.between(1, 6));
  return { book: testBook(ticks / 10, (ticks + spread) / 10, { side, size: 2 }) };
}

function positionIn(
  children: readonly { leg: LegNumber; isClosing: boolean; truth: number }[],
  leg: LegNumber,
): number {
  const own = children.filter((child) => child.leg === leg);
  const part = (isClosing: boolean) =>
    sumOf(own.filter((child) => child.isClosing === isClosing).map(({ truth }) => truth));
  return without(part(false), [part(true)]);
}

interface Birth {
  readonly action: PairPlace;
  readonly children: readonly RunChild[];
  readonly nowMs: number;
  readonly market: Random;
  readonly mood: PairMood;
}

/** A lost order may fill at once without a report. */
function born({ action, children, nowMs, market, mood }: Birth): RunChild {
  const { kind: _, leg = 0, isClosing = false, ...order } = action;
  const isLost = market.next() < mood.loses;
  const lostMs = market.between(0.1, 1) * (mood.lostMs ?? 40_000);
  const made = { number: children.length + 1, placedAtMs: nowMs, refusedCode: undefined };
  return {
    ...order,
    ...made,
    leg,
    isClosing,
    filled: 0,
    isOver: false,
    isCancelling: isLost,
    lostUntilMs: isLost ? nowMs + lostMs : nowMs,
    truth: isLost && mood.refusesOn !== leg ? partOf(order.quantity, { market, mood }) : 0,
  };
}

type Chance = Pick<Birth, 'market' | 'mood'>;

/** Returns the part of a quantity that is taken this time, in hundredths. */
function partOf(quantity: number, { market, mood }: Chance): number {
  if (market.next() >= mood.fills) return 0;
  const isWhole = mood.fills === 1 || market.next() < 0.5;
  return isWhole ? quantity : Math.floor(quantity * market.next() * 100) / 100;
}

function trade({ child, nowMs, market, mood }: { child: RunChild; nowMs: number } & Chance) {
  if (child.isOver || nowMs < child.lostUntilMs) return child;
  if (child.lostUntilMs > child.placedAtMs) return { ...child, filled: child.truth, isOver: true };
  const isBarred = child.leg === mood.refusesOn;
  if (isBarred || (market.next() < mood.refuses && child.filled === 0 && !child.isCancelling)) {
    const isCross = !isBarred && child.timeInForce === 'POST_ONLY' && market.next() < 0.7;
    const refusedCode = isCross ? 'POST_ONLY_WOULD_TAKE' : 'INSUFFICIENT_BALANCE';
    return { ...child, isOver: true, refusedCode };
  }
  const left = without(child.quantity, [child.filled]);
  const filled = sumOf([child.filled, partOf(left, { market, mood })]);
  const isOver =
    filled >= child.quantity ||
    child.timeInForce === 'IOC' ||
    (child.isCancelling && market.next() < 0.8);
  return isOver || filled !== child.filled ? { ...child, filled, truth: filled, isOver } : child;
}

/** Bars accounts as the host does: longer each time in a row. */
function judge(bars: Map<string, Bar>, child: RunChild, nowMs: number): void {
  const { accountId, refusedCode } = child;
  if (refusedCode === undefined) {
    bars.delete(accountId);
  } else if (refusedCode !== 'POST_ONLY_WOULD_TAKE') {
    const times = (bars.get(accountId)?.times ?? 0) + 1;
    bars.set(accountId, { times, untilMs: nowMs + Math.min(300_000, 5_000 * 2 ** (times - 1)) });
  }
}

/** Only a hedging order is retried at once, and only when half of the last order filled. */
function isHasty(
  { purpose }: Pick<PairPlace, 'purpose'>,
  { last, nowMs }: { readonly last: ChildView; readonly nowMs: number },
): boolean {
  const isFollowing = purpose !== 'lead' && last.isOver && last.filled * 2 >= last.quantity;
  return !isFollowing && nowMs < last.placedAtMs + 1_000;
}

/** Returns the broken rules of an order, in sentences. */
function faultsOf(order: PairPlace, view: AlgorithmView, children: readonly ChildView[]): string[] {
  const { accountId, price, quantity, leg = 0, isClosing = false, timeInForce } = order;
  const own = view.legs[leg];
  const book = own?.accounts.find(({ id }) => id === accountId)?.book;
  const barred = own?.accounts.find(({ id }) => id === accountId)?.barred;
  if (!own || !book || barred !== undefined) return [`${accountId} is closed`];
  const isBuy = (own.side === 'buy') !== isClosing;
  const { limitPrice } = view;
  const isHeld = leg === 0 && !isClosing && limitPrice !== undefined;
  const isBeyond = isHeld && (isBuy ? price > limitPrice : price < limitPrice);
  const reach = isBuy ? book.ask * 1.002 : book.bid * 0.998;
  const isFar = timeInForce === 'IOC' && (isBuy ? price > reach : price < reach);
  const last = children.filter((child) => child.leg === leg).at(-1);
  const size = own.sizeOf({ accountId, quantity, price, isClosing });
  return [
    isBeyond && `${price} is beyond the limit price`,
    isFar && `${price} is more than 20 bps beyond the touch`,
    size !== quantity && `${quantity} is no size for an order, ${size} is`,
    own.live.some((child) => child.isCancelling) && 'a cancel is not over',
    view.mode !== 'running' && order.purpose === 'lead' && `it leads while ${view.mode}`,
    last && isHasty(order, { last, nowMs: view.nowMs }) && 'a leg is tried twice within a second',
  ].filter((fault) => typeof fault === 'string');
}
