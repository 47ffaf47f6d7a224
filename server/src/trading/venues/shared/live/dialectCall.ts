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
  /** How the venue margins the account, as it is known; absent where no account is behind it. */
  readonly unifiedMode?: (() => UnifiedMode | undefined) | undefined;
  /** What the account's streams told; absent where no stream is behind the call. */
  readonly told?: ToldOrders | undefined;
}

/** Which order of ours one at the venue is: a leg of it, or what took its place. */
export interface OrderLink {
  readonly venueOrderId: string;
  readonly clientId: string | undefined;
}

/**
 * What was seen of orders and their ids. Bounded: what is forgotten is looked up again. Where a
 * venue's ids repeat from one market to another, its dialect names the market with the id.
 */
export interface OrderLinks {
  get(venueOrderId: string): OrderLink | undefined;
  set(venueOrderId: string, link: OrderLink): void;
}
