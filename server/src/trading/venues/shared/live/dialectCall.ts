import type { Clock } from '../../../../kit/clock.ts';
import type { UnifiedMode } from '../../../model/account.ts';
import type { MarginModes } from '../../perpsPort.ts';
import type { VenueFill } from '../../venuePort.ts';
import type { CcxtClient } from './ccxtClient.ts';
import type { ToldOrders } from './toldOrders.ts';

/** One call of a dialect. Whatever it throws, `failureOf` tells what it means. */
export interface DialectCall {
  readonly client: CcxtClient;
  readonly clock: Clock;
  readonly links: OrderLinks;
  /** Told of every fill that is seen, however often: they are counted once by their ids. */
  readonly heard: (fills: readonly VenueFill[]) => void;
  readonly marginModes: MarginModes;
  /** True while the account is known to be in hedge mode; absent where no account is behind it. */
  readonly isHedged?: (() => boolean) | undefined;
  /** Returns the known margining of the account; absent where no account is behind it. */
  readonly unifiedMode?: (() => UnifiedMode | undefined) | undefined;
  /** The reports of the account's streams; absent where no stream is behind the call. */
  readonly told?: ToldOrders | undefined;
}

/** A call in which no account has a part: what it asks for the venue tells anybody. */
export type PublicCall = Pick<DialectCall, 'client' | 'clock'>;

/** Which order of ours one at the venue is: a leg of it, or what took its place. */
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
