import type { Clock } from '../../../../kit/clock.ts';
import type { UnifiedMode } from '../../../model/account.ts';
import type { MarginModes } from '../../perpsPort.ts';
import type { VenueFill } from '../../venuePort.ts';
import type { CcxtClient } from './ccxtClient.ts';
import type { OrderReports } from './orderReports.ts';

/** One call of a dialect. For whatever it throws, `failureOf` tells what it means. */
export interface DialectCall {
  readonly client: CcxtClient;
  readonly clock: Clock;
  readonly links: OrderLinks;
  /** Called with every fill that is seen, however often: fills are counted once by their ids. */
  readonly heard: (fills: readonly VenueFill[]) => void;
  readonly marginModes: MarginModes;
  /**
   * True while the account is known to be in hedge mode; absent when the call belongs to no
   * account.
   */
  readonly isHedged?: (() => boolean) | undefined;
  /** Returns the known margining of the account; absent when the call belongs to no account. */
  readonly unifiedMode?: (() => UnifiedMode | undefined) | undefined;
  /** The reports of the account's streams; absent when the call has no stream. */
  readonly told?: OrderReports | undefined;
}

/** A call that concerns no account: the venue answers it to anybody. */
export type PublicCall = Pick<DialectCall, 'client' | 'clock'>;

/** Links an order at the venue to ours: it is a leg of it, or what took its place. */
export interface OrderLink {
  readonly venueOrderId: string;
  readonly clientId: string | undefined;
}

/**
 * Remembers which ids belong together. Bounded: a forgotten link is looked up again. If the ids of
 * a venue repeat from one market to another, its dialect names the market with the id.
 */
export interface OrderLinks {
  get(venueOrderId: string): OrderLink | undefined;
  set(venueOrderId: string, link: OrderLink): void;
}
