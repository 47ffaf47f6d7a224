import type { EngineEvent } from '@windlass/matching';

type Covered = Extract<EngineEvent, { type: 'covered' }>;
type Bearing = Extract<EngineEvent, { type: 'liquidated' | 'exchanged' }>;

/**
 * Adds the unpaid part of a liquidation to the closing that lost it, as for a wallet of its own; if
 * no position was closed, to the last sale that paid for it. Fills then show everything that moved
 * a wallet.
 */
export function withCovers(events: readonly EngineEvent[]): readonly EngineEvent[] {
  let borne = events;
  for (const event of events) if (event.type === 'covered') borne = bear(borne, event);
  return borne;
}

function bear(events: readonly EngineEvent[], cover: Covered): readonly EngineEvent[] {
  const bearer =
    events.findLast((event) => event.type === 'liquidated' && isOf(event, cover)) ??
    events.findLast((event) => event.type === 'exchanged' && isOf(event, cover));
  return events.flatMap((event) => {
    if (event === cover) return [];
    if (event !== bearer) return [event];
    return [borneBy(event, cover.amount)];
  });
}

function isOf(event: Bearing, { accountId, asset }: Covered): boolean {
  const paidIn = event.type === 'liquidated' ? event.feeAsset : event.asset;
  return event.accountId === accountId && paidIn === asset;
}

function borneBy(event: EngineEvent, amount: bigint): EngineEvent {
  if (event.type === 'liquidated') {
    const { covered, realised } = event;
    return { ...event, covered: covered + amount, realised: realised + amount };
  }
  return event.type === 'exchanged' ? { ...event, amount: event.amount + amount } : event;
}
