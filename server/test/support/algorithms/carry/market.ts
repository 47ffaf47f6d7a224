import { createSeededRandom, type Random } from '../../../../src/kit/random.ts';
import type {
  AccountView,
  AlgorithmAction,
  AlgorithmMode,
  AlgorithmView,
  CarryFacts,
  ChildView,
  LegNumber,
} from '../../../../src/trading/algorithms/algorithm.ts';
import { sumOf } from '../../../../src/trading/algorithms/shared/amounts.ts';
import { pairView } from '../pair/view.ts';
import { testAccount, testBook } from '../view.ts';

/** The treatment of orders in a simulated market of two legs; chances from 0 to 1. */
export interface CarryMarketMood {
  readonly seed: string;
  readonly refuses: number;
  /** Chance of an order whose outcome is not known for up to 40 s. */
  readonly loses: number;
  /** Chance of a book that is missing until the next quote. */
  readonly closes: number;
  /** Chance that the whole market halts, reported by polls. */
  readonly halts: number;
  /** Chance of orders that fill in part or not at all. */
  readonly cuts: number;
  /** Share of each spot buy that is paid as a fee in the bought asset. */
  readonly baseFee: number;
  /** Mid of the spot, and ticks of 0.1 by which the perpetual costs more. */
  readonly prices: (
    atMs: number,
    random: Random,
  ) => { readonly mid: number; readonly basis: number };
  readonly aprPct: (atMs: number) => number;
}

export interface CarryChild extends ChildView {
  /** Quantity that it truly fills, known or not. */
  readonly fate: number;
  readonly refusal: string | undefined;
  readonly knownAtMs: number;
}

type Place = Extract<AlgorithmAction, { kind: 'place' }>;

interface MarketSetUp {
  readonly mood: CarryMarketMood;
  readonly quantity: number;
  readonly riskQuantity: number;
  readonly limitPrice?: number | undefined;
}

/** Epoch ms at which every run starts. */
export const carryStartMs = Date.UTC(2026, 0, 1);
const fundingEveryMs = 8 * 3_600_000;

/** A view is made again only when something changed: runs look often. */
function createLooks(look: (mode: AlgorithmMode) => AlgorithmView) {
  let seen: AlgorithmView | undefined;
  return {
    view(mode: AlgorithmMode): AlgorithmView {
      if (seen?.mode !== mode) seen = look(mode);
      return seen;
    },
    forget(): void {
      seen = undefined;
    },
  };
}

/** Creates clock, books, orders and funding of a run. */
export function createCarryMarket({ mood, quantity, riskQuantity, limitPrice }: MarketSetUp) {
  const random = createSeededRandom(`${mood.seed} market`);
  const bars = createBars();
  const funding = createFunding(mood);
  let nowMs = 0;
  let children: readonly CarryChild[] = [];
  let quoted = quote({ mood, random, nowMs, isTroubled: false });
  let isHalted = false;
  const setting = () => ({ mood, random, nowMs, isTroubled: quoted.isTroubled });
  const accountsOf = (leg: LegNumber) => [accountOf(leg, quoted, bars.isBarred(leg, nowMs))];
  const legs = () =>
    [
      { accounts: accountsOf(0), baseFees: feesOf(children, mood) },
      { accounts: accountsOf(1) },
    ] as const;
  const looks = createLooks((mode) =>
    pairView({
      legs: legs(),
      children,
      riskQuantity,
      mode,
      quantity,
      nowMs,
      atMs: carryStartMs + nowMs,
      limitPrice,
    }),
  );
  const settle = (child: CarryChild): CarryChild => {
    if (child.isOver || nowMs < child.knownAtMs) return child;
    bars.settle(child, nowMs);
    return { ...child, filled: child.fate, isOver: true, refusedCode: child.refusal };
  };
  return {
    view: looks.view,
    nowMs: () => nowMs,
    children: () => children,
    accept: (order: Place) => {
      looks.forget();
      const number = children.length + 1;
      children = [...children, childOf(order, { ...setting(), number })];
    },
    /** Lets time pass. Returns true when something became known about an order. */
    moveTo: (toMs: number, isTroubled: boolean): boolean => {
      const before = children;
      const soonest = children.filter((c) => !c.isOver).map(({ knownAtMs }) => knownAtMs);
      const fromMs = nowMs;
      looks.forget();
      nowMs = Math.max(nowMs + 1, Math.ceil(Math.min(toMs, ...soonest)));
      funding.pay({ fromMs, toMs: nowMs, notional: positionOf(children, 1) * quoted.mid });
      quoted = quote({ ...setting(), isTroubled });
      const isTurned = isTroubled && random.next() < mood.halts;
      isHalted = isTroubled && isHalted !== isTurned;
      children = children.map(settle);
      return children.some((child, index) => child !== before[index]);
    },
    exposureFaults: () => exposureFaults(children, riskQuantity),
    facts: (sinceMs: number | undefined): CarryFacts => ({
      atMs: carryStartMs + nowMs,
      predictedAprPct: mood.aprPct(carryStartMs + nowMs),
      markPrice: quoted.mid,
      liquidationPrice: quoted.mid * 2,
      collected: funding.paid(sinceMs),
      halted: isHalted ? 'The venue is in maintenance.' : undefined,
    }),
    fundingPaid: () => funding.paid(undefined),
  };
}

/** Checks the true fills of orders, known or not. */
function exposureFaults(children: readonly CarryChild[], riskQuantity: number): string[] {
  const apart = Math.abs(positionOf(children, 0) - positionOf(children, 1));
  return apart > riskQuantity + 1e-9 ? [`the legs differ by ${apart}`] : [];
}

function feesOf(children: readonly CarryChild[], { baseFee }: CarryMarketMood): number {
  const bought = children.filter(({ leg, isClosing }) => leg === 0 && !isClosing);
  return sumOf(bought.map(({ filled }) => Number((filled * baseFee).toFixed(6))));
}

/** Payments at the usual hours, as in an account's ledger. */
function createFunding({ aprPct }: CarryMarketMood) {
  const payments: { readonly atMs: number; readonly amount: number }[] = [];
  return {
    pay: ({ fromMs, toMs, notional }: Record<'fromMs' | 'toMs' | 'notional', number>) => {
      const first = Math.floor((carryStartMs + fromMs) / fundingEveryMs) + 1;
      for (let at = first * fundingEveryMs; at <= carryStartMs + toMs; at += fundingEveryMs) {
        payments.push({ atMs: at, amount: notional * (aprPct(at) / 100 / 8_760) * 8 });
      }
    },
    paid: (sinceMs = 0) =>
      payments.filter(({ atMs }) => atMs >= sinceMs).reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** Bars an account that refuses, longer each time in a row. */
function createBars() {
  const untilMs: [number, number] = [0, 0];
  const failures: [number, number] = [0, 0];
  return {
    isBarred: (leg: LegNumber, nowMs: number) => nowMs < untilMs[leg],
    settle: ({ leg, refusal }: CarryChild, nowMs: number) => {
      failures[leg] = refusal === undefined ? 0 : failures[leg] + 1;
      if (refusal === undefined) return;
      untilMs[leg] = nowMs + Math.min(300_000, 5_000 * 2 ** (failures[leg] - 1));
    },
  };
}

function accountOf(leg: LegNumber, quoted: Quoted, isBarred: boolean): AccountView {
  const ticks = Math.round(quoted.mid * 10) - 1 + (leg === 0 ? 0 : quoted.basis);
  const side = leg === 0 ? 'buy' : 'sell';
  const book = testBook(ticks / 10, (ticks + 2) / 10, { side, size: 5 });
  const barred = isBarred ? 'It refused too often.' : undefined;
  return testAccount({ book: quoted.isClosed[leg] ? undefined : book, barred });
}

function positionOf(children: readonly CarryChild[], leg: LegNumber): number {
  const part = (isClosing: boolean) =>
    children.filter((c) => c.leg === leg && c.isClosing === isClosing).map(({ fate }) => fate);
  return sumOf(part(false)) - sumOf(part(true));
}

interface Sending {
  readonly number: number;
  readonly nowMs: number;
  readonly isTroubled: boolean;
  readonly mood: CarryMarketMood;
  readonly random: Random;
}

/** Draws an order's outcome at once; it becomes known later. */
function childOf(order: Place, { number, nowMs, isTroubled, mood, random }: Sending): CarryChild {
  const { kind: _, leg = 0, isClosing = false, ...rest } = order;
  const isRefused = isTroubled && random.next() < mood.refuses;
  const part = isTroubled && random.next() < mood.cuts ? random.next() : 1;
  const fate = isRefused ? 0 : Math.floor(order.quantity * part * 100 + 1e-6) / 100;
  const isLost = isTroubled && random.next() < mood.loses;
  return {
    ...rest,
    leg,
    isClosing,
    number,
    fate,
    placedAtMs: nowMs,
    refusedCode: undefined,
    filled: 0,
    isOver: false,
    isCancelling: isLost,
    knownAtMs: nowMs + (isLost ? random.between(3_000, 40_000) : 50),
    refusal: isRefused ? 'INSUFFICIENT_BALANCE' : undefined,
  };
}

interface Quoting {
  readonly mood: CarryMarketMood;
  readonly random: Random;
  readonly nowMs: number;
  readonly isTroubled: boolean;
}

type Quoted = ReturnType<typeof quote>;

function quote({ mood, random, nowMs, isTroubled }: Quoting) {
  const isClosed = [0, 1].map(() => isTroubled && random.next() < mood.closes);
  return { ...mood.prices(carryStartMs + nowMs, random), isTroubled, isClosed };
}
