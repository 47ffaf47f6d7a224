import { units } from '../exactSum.ts';
import type { SimStore } from '../simStore.ts';

// Algorithms with two legs as their checker reads them, without going through the service.

type Rows = SimStore['rows'];
export type Side = 'buy' | 'sell';
export type LegNumber = 0 | 1;

/** One leg of a pair as it was started. */
export interface PairLeg {
  readonly symbol: string;
  /** Side of the orders that open it. */
  readonly side: Side;
  readonly accountIds: readonly string[];
}

/** The service's sums of a leg, exact decimal text. */
export interface StoredSums {
  readonly opened: string;
  readonly closed: string;
  readonly openedCost: string;
  readonly closedCost: string;
  readonly baseFees: string;
}

interface StoredBar {
  readonly accountId: string;
  readonly leg: LegNumber;
  /** True when the account still takes orders that give back. */
  readonly opensOnly: boolean;
  readonly untilMs: number | null;
}

export interface Pair {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly quantity: bigint;
  readonly limitPrice: number | undefined;
  readonly legs: readonly [PairLeg, PairLeg];
  readonly riskQuantity: bigint;
  /** Maximum milliseconds unhedged; undefined where hedges may rest for any time. */
  readonly maxUnhedgedMs: number | undefined;
  readonly sums: readonly StoredSums[];
  readonly barred: readonly StoredBar[];
  readonly isHalted: boolean;
  /** Its own time when it was last stored. */
  readonly elapsedMs: number;
  readonly reason: string;
  readonly createdAtMs: number;
  /** State as callers see it. */
  readonly reported: Readonly<Record<string, unknown>>;
}

interface PairLine {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly symbol: string;
  readonly created_at_ms: number;
  readonly record_json: string;
}

interface PairJson {
  readonly side: Side;
  readonly quantity: string;
  readonly limitPrice?: number;
  readonly reason?: string;
  readonly params: SpreadJson & CarryJson;
  readonly run: {
    readonly legs: readonly StoredSums[];
    readonly barred: readonly StoredBar[];
    readonly isHalted: boolean;
    readonly elapsedMs: number;
    readonly reported: Readonly<Record<string, unknown>>;
  };
}

interface SpreadJson {
  readonly contraSymbol: string;
  readonly anchorAccountIds: readonly string[];
  readonly contraAccountIds: readonly string[];
  readonly riskQuantity: number;
  readonly maxUnhedgedMs?: number;
}

interface CarryJson {
  readonly perpSymbol: string;
  readonly spotAccountId: string;
  readonly perpAccountId: string;
}

const columns = 'id, type, status, symbol, created_at_ms, record_json';

export function pairOf(rows: Rows, id: string): Pair | undefined {
  const [line] = rows<PairLine>(`select ${columns} from algorithm_orders where id = ?`, id);
  return line && readPair(line);
}

export function allPairs(rows: Rows): readonly Pair[] {
  const lines = rows<PairLine>(
    `select ${columns} from algorithm_orders order by created_at_ms, id`,
  );
  return lines.map(readPair);
}

function readPair({ id, type, status, symbol, created_at_ms, record_json }: PairLine): Pair {
  const json = JSON.parse(record_json) as PairJson;
  const { params, quantity, limitPrice, run, reason = '' } = json;
  const { legs: sums, barred, isHalted, elapsedMs, reported } = run;
  return {
    id,
    type,
    status,
    quantity: units(quantity),
    limitPrice,
    createdAtMs: created_at_ms,
    legs: type === 'spread' ? spreadLegs(symbol, json) : carryLegs(symbol, json),
    riskQuantity: units(params.riskQuantity.toFixed(12)),
    maxUnhedgedMs: params.maxUnhedgedMs,
    sums,
    barred,
    isHalted,
    elapsedMs,
    reason,
    reported,
  };
}

function spreadLegs(symbol: string, { side, params }: PairJson): readonly [PairLeg, PairLeg] {
  const { contraSymbol, anchorAccountIds, contraAccountIds } = params;
  const across = side === 'buy' ? 'sell' : 'buy';
  return [
    { symbol, side, accountIds: anchorAccountIds },
    { symbol: contraSymbol, side: across, accountIds: contraAccountIds },
  ];
}

function carryLegs(symbol: string, { params }: PairJson): readonly [PairLeg, PairLeg] {
  const { perpSymbol, spotAccountId, perpAccountId } = params;
  return [
    { symbol, side: 'buy', accountIds: [spotAccountId] },
    { symbol: perpSymbol, side: 'sell', accountIds: [perpAccountId] },
  ];
}

/** True for a contract, whose closing orders must be reduce-only. */
export function isContract(symbol: string): boolean {
  return symbol.includes(':');
}

export function isEnded({ status }: Pick<Pair, 'status'>): boolean {
  return ['COMPLETED', 'CANCELLED', 'FAILED'].includes(status);
}

export function apart(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one;
}
