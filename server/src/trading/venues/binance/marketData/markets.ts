import type { SequenceRule } from '../../shared/sequencer.ts';
import type { MarketName } from '../symbols.ts';
import type { DepthUpdate } from './depth.ts';

export interface Market {
  readonly name: MarketName;
  readonly streamUrl: string;
  readonly depthUrl: string;
  /** Number of levels a side of a snapshot, and the weight of its request. */
  readonly snapshotLimit: number;
  readonly snapshotWeight: number;
  /** The same while many books wait for their snapshots: a shorter reach, several times sooner. */
  readonly crowdedLimit: number;
  readonly crowdedWeight: number;
  /** The smallest document with the book's number: enough to prove a quiet book current. */
  readonly probeLimit: number;
  readonly probeWeight: number;
  /**
   * Mean time between two snapshots of a book in good order. A hundred books then spend on them 28
   * % (spot) or 25 % (futures) of the weight we allow ourselves; more books wait longer.
   */
  readonly refreshEveryMs: number;
  /**
   * Weight per minute that we allow ourselves: half of what the host allows, as the rest is for
   * trading.
   */
  readonly weightPerMinute: number;
  /** Shortest time between two messages that we send on one connection. */
  readonly messageSpacingMs: number;
  readonly rule: SequenceRule<DepthUpdate>;
}

/** Spot: `U` is the previous `u` + 1; the first event after a snapshot contains its id + 1. */
const spotRule: SequenceRule<DepthUpdate> = {
  first: (update) => update.U,
  last: (update) => update.u,
  joins: (update, local) => update.U <= local + 1,
  // Levels are absolute, so an event that begins earlier and reaches further loses nothing.
  follows: (update, local) => update.U <= local + 1,
};

/**
 * Futures: `pu` is the previous `u`. The documented first event has `U` ≤ id ≤ `u`; `pu` ≤ id says
 * the same without refusing an id between `pu` and `U`, where this symbol had no change.
 */
const futuresRule: SequenceRule<DepthUpdate> = {
  first: (update) => update.U,
  last: (update) => update.u,
  keepsEqual: true,
  joins: (update, local) => update.pu <= local,
  follows: (update, local) => update.pu === local,
};

export const markets: Readonly<Record<MarketName, Market>> = {
  spot: {
    name: 'spot',
    streamUrl: 'wss://stream.binance.com:9443/stream',
    depthUrl: 'https://api.binance.com/api/v3/depth',
    snapshotLimit: 5_000,
    snapshotWeight: 250,
    crowdedLimit: 1_000,
    crowdedWeight: 50,
    probeLimit: 100,
    probeWeight: 5,
    refreshEveryMs: 30 * 60_000,
    // 6,000 per minute and address.
    weightPerMinute: 3_000,
    // 5 a second, pongs included.
    messageSpacingMs: 300,
    rule: spotRule,
  },
  usdm: {
    name: 'usdm',
    // The address with the route; the one without `/public` was retired on 2026-04-23.
    streamUrl: 'wss://fstream.binance.com/public/stream',
    depthUrl: 'https://fapi.binance.com/fapi/v1/depth',
    snapshotLimit: 1_000,
    snapshotWeight: 20,
    crowdedLimit: 500,
    crowdedWeight: 10,
    probeLimit: 5,
    probeWeight: 2,
    refreshEveryMs: 10 * 60_000,
    // Both margins share 2,400 per minute and address; most books are of this kind.
    weightPerMinute: 800,
    // 10 a second.
    messageSpacingMs: 150,
    rule: futuresRule,
  },
  coinm: {
    name: 'coinm',
    streamUrl: 'wss://dstream.binance.com/stream',
    depthUrl: 'https://dapi.binance.com/dapi/v1/depth',
    snapshotLimit: 1_000,
    snapshotWeight: 20,
    crowdedLimit: 500,
    crowdedWeight: 10,
    probeLimit: 5,
    probeWeight: 2,
    refreshEveryMs: 10 * 60_000,
    weightPerMinute: 400,
    messageSpacingMs: 150,
    rule: futuresRule,
  },
};

/** Returns the address of a symbol's depth document. */
export function depthUrl(market: Market, venueSymbol: string, limit: number): string {
  return `${market.depthUrl}?symbol=${venueSymbol}&limit=${limit}`;
}
