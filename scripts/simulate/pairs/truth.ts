import type { Write } from '../../../server/src/store/sqlite/calls.ts';
import type { VenueFill } from '../../../server/src/trading/venues/venuePort.ts';
import { units } from '../exactSum.ts';
import type { SimStore } from '../simStore.ts';
import type { World } from '../world.ts';
import { apart, type LegNumber } from './pairs.ts';

/** The venues' sums of a leg, in 10^-18. */
export interface LegTruth {
  readonly opened: bigint;
  readonly closed: bigint;
  /** Fees paid in the base asset. */
  readonly baseFees: bigint;
}

export type PairTruth = readonly [LegTruth, LegTruth];

/** Positions of pairs at their venues, whatever the service knows. */
export interface Truth {
  /** Counts the fills of a write; returns the ids of their pairs. */
  committed(write: Write): readonly string[];
  of(id: string): PairTruth;
}

interface Belonging {
  readonly id: string;
  readonly leg: LegNumber;
  readonly isClosing: boolean;
}

interface ChildLine {
  readonly parent_id: string;
  readonly child_json: string;
}

const nothing: LegTruth = { opened: 0n, closed: 0n, baseFees: 0n };
const flat: PairTruth = [nothing, nothing];

export function createTruth({ venues }: World, store: () => Pick<SimStore, 'rows'>): Truth {
  const pairs = new Map<string, PairTruth>();
  const seen = new Set<string>();
  const belongings = new Map<string, Belonging | undefined>();
  const belongingOf = (clientId: string): Belonging | undefined => {
    const sent = venues.aliases.get(clientId) ?? clientId;
    if (!belongings.has(sent)) belongings.set(sent, readBelonging(store(), sent));
    return belongings.get(sent);
  };
  const count = (fill: VenueFill): string | undefined => {
    const child = belongingOf(fill.clientId ?? '');
    if (!child) return undefined;
    const before = pairs.get(child.id) ?? flat;
    const leg = grown(before[child.leg], fill, child);
    pairs.set(child.id, child.leg === 0 ? [leg, before[1]] : [before[0], leg]);
    return child.id;
  };
  return {
    committed(write) {
      if (write.name !== 'savePaper') return [];
      const { account, fills } = write.args[1];
      const touched = fills.flatMap(({ trade_id, fill_json }) => {
        const key = `${account} ${trade_id}`;
        if (seen.has(key)) return [];
        seen.add(key);
        return count(JSON.parse(fill_json) as VenueFill) ?? [];
      });
      return [...new Set(touched)];
    },
    of: (id) => pairs.get(id) ?? flat,
  };
}

function readBelonging(
  { rows }: Pick<SimStore, 'rows'>,
  venueClientId: string,
): Belonging | undefined {
  const [line] = rows<ChildLine>(
    `select algorithm_children.parent_id, child_json from algorithm_children
    join meta_orders on meta_orders.client_order_id = algorithm_children.client_order_id
    where venue_client_id = ?`,
    venueClientId,
  );
  if (!line) return undefined;
  const { leg, isClosing } = JSON.parse(line.child_json) as Omit<Belonging, 'id'>;
  return { id: line.parent_id, leg, isClosing };
}

function grown(before: LegTruth, fill: VenueFill, { isClosing }: Belonging): LegTruth {
  const quantity = units(fill.quantity);
  const [base] = fill.symbol.split('/');
  const fee = fill.feeAsset === base ? units(fill.fee) : 0n;
  return {
    opened: before.opened + (isClosing ? 0n : quantity),
    closed: before.closed + (isClosing ? quantity : 0n),
    baseFees: before.baseFees + fee,
  };
}

/**
 * Returns the difference of the legs: the traded amounts, or those left after fees, whichever is
 * smaller.
 */
export function gapOf([one, other]: PairTruth): bigint {
  const done = apart(positionOf(one), positionOf(other));
  const left = apart(positionOf(one) - one.baseFees, positionOf(other) - other.baseFees);
  return done < left ? done : left;
}

/** Returns the base units that a leg has open. */
export function positionOf({ opened, closed }: LegTruth): bigint {
  return opened - closed;
}
