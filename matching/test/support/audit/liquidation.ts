import type { Command } from '../../../src/commands.ts';
import type { EngineEvent, LiquidatedEvent } from '../../../src/events.ts';
import { isBacked, togetherOf } from './collateral.ts';
import { ceiling, expectedValue, settleOf, unit } from './expected.ts';
import {
  type Books,
  crossOf,
  earn,
  type Holding,
  holdingKey,
  holdingOf,
  isolatedLeft,
  rulesOf,
  trade,
} from './marginBooks.ts';

interface InCommand {
  readonly event: LiquidatedEvent;
  readonly events: readonly EngineEvent[];
}

/** The expected result of a liquidation, from what the audit knew before it. */
interface Expected {
  readonly isDue: boolean;
  readonly fee: bigint;
  readonly covered: bigint;
}

export function followLiquidation(
  books: Books,
  command: Command,
  { event, events }: InCommand,
): string[] {
  const { accountId, symbol, ticks, covered, realised, fee } = event;
  const holding = holdingOf(books, event);
  const rules = rulesOf(books, symbol);
  const lots = Math.abs(holding.lots);
  const isWhole = event.lots === lots && event.side === (holding.lots > 0 ? 'sell' : 'buy');
  const isAtMark = ticks === books.marks.get(symbol);
  const isValued = event.value === expectedValue(rules, ticks, event.lots);
  const { margin, mode } = holding.told;
  const isCross = mode === 'cross';
  const settle = settleOf(books.rules, symbol);
  const isTogether = isBacked(books, accountId, settle);
  const before = isTogether ? togetherNow(books, accountId) : crossOf(books, accountId, settle);
  const isSpent = isCross ? isDueAmong(before, { event, events }) : isolatedIsDue(books, holding);
  const profit = trade(books, holding, { side: event.side, ticks, lots: event.lots });
  earn(books, holding, profit);
  const full = ceiling(event.value * BigInt(rules.liquidationFeePpm ?? 0), 1_000_000n);
  const expected: Expected = {
    isDue: isSpent,
    ...(isTogether
      ? togetherRemains(books, holding, full)
      : isCross
        ? crossRemains(books, holding, full)
        : remains(margin + profit, full)),
  };
  earn(books, holding, covered - fee);
  holding.realised += realised;
  const wrong: string[] = [];
  if (!isWhole || !isAtMark || !isValued) wrong.push(`${symbol} was liquidated otherwise`);
  if (realised !== profit + covered) wrong.push(`${symbol} realised ${realised}, not ${profit}`);
  if (covered < 0n || fee < 0n || fee > full) wrong.push(`${symbol} cost ${fee}, got ${covered}`);
  if (!isQuiet(command, { event, events })) return wrong;
  if (!expected.isDue)
    wrong.push(`${symbol} of ${accountId} was liquidated with enough to keep it`);
  if (fee !== expected.fee) wrong.push(`${symbol} paid ${fee}, not ${expected.fee}`);
  if (covered !== expected.covered) wrong.push(`covered ${covered}, not ${expected.covered}`);
  return wrong;
}

/**
 * True for commands after which all of this is certain: margins are known from the end of the last
 * command.
 */
function isQuiet(command: Command, { event, events }: InCommand): boolean {
  const { accountId } = event;
  const isMoved = events.some(
    (each) => each.type === 'filled' && each.order.accountId === accountId,
  );
  return ['mark', 'book', 'transfer', 'deposit', 'price'].includes(command.type) && !isMoved;
}

function isolatedIsDue(books: Books, holding: Holding): boolean {
  return isolatedLeft(books, holding) <= 0n;
}

type Shared = Pick<ReturnType<typeof crossOf>, 'equity' | 'maintenance' | 'share' | 'closable'>;

/** Returns all of the collateral in the place of one wallet. */
function togetherNow(books: Books, accountId: string): Shared {
  const { taken: share, equity, maintenance, closable } = togetherOf(books, accountId);
  return { share, equity, maintenance, closable };
}

/** True for the largest, while the rest cannot be kept or the wallet has not paid for the last. */
function isDueAmong(
  { equity, maintenance, share, closable }: Shared,
  { event, events }: InCommand,
): boolean {
  const own = closable.get(holdingKey(event));
  const isLargest = own !== undefined && [...closable.values()].every((each) => each <= own);
  const isLater = events
    .slice(0, events.indexOf(event))
    .some((each) => each.type === 'liquidated' && each.accountId === event.accountId);
  return isLargest && (equity <= maintenance || (isLater && share < 0n));
}

function remains(left: bigint, full: bigint): Omit<Expected, 'isDue'> {
  const most = left > 0n ? left : 0n;
  return { fee: full < most ? full : most, covered: left < 0n ? -left : 0n };
}

/** Other assets pay the missing part, which has an event of its own. */
function togetherRemains(books: Books, holding: Holding, full: bigint): Omit<Expected, 'isDue'> {
  const { taken, equity } = togetherOf(books, holding.accountId);
  const dollars = taken < equity ? taken : equity;
  const price = books.prices.get(settleOf(books.rules, holding.symbol)) ?? 0n;
  const { fee } = remains(dollars > 0n ? (dollars * unit) / price : 0n, full);
  return { fee, covered: 0n };
}

/** Unrealised profit of others pays no fee, and nothing is covered while they can be closed. */
function crossRemains(books: Books, holding: Holding, full: bigint): Omit<Expected, 'isDue'> {
  const asset = settleOf(books.rules, holding.symbol);
  const { share, equity, closable } = crossOf(books, holding.accountId, asset);
  const { fee } = remains(share < equity ? share : equity, full);
  return { fee, covered: share < 0n && closable.size === 0 ? -share : 0n };
}
