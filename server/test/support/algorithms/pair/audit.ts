import type { Store } from '../../../../src/store/types.ts';
import { units } from '../../exactUnits.ts';
import type { Answered } from '../audit.ts';

// Rules for a pair that has ended, checked with the tables alone: its figures are the sums of the
// fills of its orders, and its legs never differed by more than allowed.

/** Base units, in those of `units`. */
interface Leg {
  opened: bigint;
  closed: bigint;
}

interface Fill {
  readonly symbol: string;
  readonly side: string;
  readonly quantity: string;
  readonly at_ms: number;
}

/** Returns what is wrong; empty when all is well. */
export async function auditPair(
  { db }: Pick<Store, 'db'>,
  shown: Answered,
): Promise<readonly string[]> {
  const fills: readonly Fill[] = await db
    .selectFrom('order_fills')
    .innerJoin('meta_orders', (join) =>
      join
        .onRef('meta_orders.account_id', '=', 'order_fills.account_id')
        .onRef('meta_orders.venue_order_id', '=', 'order_fills.venue_order_id')
        .onRef('meta_orders.symbol', '=', 'order_fills.symbol'),
    )
    .select(['order_fills.symbol', 'order_fills.side', 'order_fills.quantity'])
    .select('order_fills.at_ms')
    .where('meta_orders.parent_id', '=', shown.order_id)
    .orderBy('order_fills.at_ms')
    .execute();
  const { record_json } = await db
    .selectFrom('algorithm_orders')
    .select('record_json')
    .where('id', '=', shown.order_id)
    .executeTakeFirstOrThrow();
  const legs = legsOf(shown, fills);
  const kept = JSON.parse(record_json).run.legs;
  return [
    ...legs.flatMap((leg, at) => [
      ...unequal(`stored: opened of leg ${at}`, kept[at].opened, leg.opened),
      ...unequal(`stored: closed of leg ${at}`, kept[at].closed, leg.closed),
    ]),
    ...checkState(shown, legs),
    ...checkRisk(shown, fills),
  ];
}

/** The first leg is the order's own; the second opens the other way. */
function legsOf(shown: Answered, fills: readonly Fill[]): readonly [Leg, Leg] {
  const legs: readonly [Leg, Leg] = [
    { opened: 0n, closed: 0n },
    { opened: 0n, closed: 0n },
  ];
  for (const { symbol, side, quantity } of fills) {
    const isFirst = symbol === shown.symbol;
    const leg = legs[isFirst ? 0 : 1];
    const isOpening = (side === shown.side) === isFirst;
    leg[isOpening ? 'opened' : 'closed'] += units(quantity);
  }
  return legs;
}

const positionOf = ({ opened, closed }: Leg): bigint => opened - closed;

function checkState({ state, ...shown }: Answered, [first, second]: readonly [Leg, Leg]) {
  const told =
    shown.algorithm_type === 'spread'
      ? [
          ['anchor_filled', positionOf(first)] as const,
          ['contra_filled', positionOf(second)] as const,
        ]
      : [['spot_filled', first.opened] as const, ['perp_filled', second.opened] as const];
  return told.flatMap(([name, amount]) => unequal(name, String(state[name]), amount));
}

/** Checks after each moment; the order of fills within one moment is not known. */
function checkRisk(shown: Answered, fills: readonly Fill[]): string[] {
  const most = units(String(shown.params.risk_quantity));
  const moments = [...new Set(fills.map(({ at_ms }) => at_ms))];
  return moments.flatMap((moment) => {
    const before = fills.filter(({ at_ms }) => at_ms <= moment);
    const [first, second] = legsOf(shown, before).map(positionOf);
    const apart = (first ?? 0n) - (second ?? 0n);
    const isBeyond = apart > most || apart < -most;
    return isBeyond ? [`at ${moment} the legs differed by ${apart}, more than ${most}`] : [];
  });
}

function unequal(what: string, told: string, found: bigint): string[] {
  return units(told) === found ? [] : [`${what} is ${told}, its orders filled ${found}`];
}
