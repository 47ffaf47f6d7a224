import type { Clock } from '../../../kit/clock.ts';
import type { Logger } from '../../../kit/logger.ts';
import type { Random } from '../../../kit/random.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import type { BookFeed } from '../bookPort.ts';
import type { FeedTransport } from '../transportPort.ts';
import type { CaptureLine } from './captureFile.ts';

/** What a venue brings to have its books collected, live and from recordings. */
export interface FeedCollector {
  readonly venue: VenueId;
  /** The names recordings give the venue in their headers. */
  readonly recordedAs: readonly string[];
  /** Names under which the same streams are or were to be had: recordings hold any of a group. */
  readonly streamHosts: readonly (readonly string[])[];
  createFeed(deps: CollectorDeps): BookFeed;
  /**
   * Symbols whose books can be made from a recording holding this line. `url` is that of the line's
   * connection, where the recording tells it.
   */
  symbolsIn(line: CaptureLine, url: string | undefined): readonly InstrumentSymbol[];
}

export interface CollectorDeps {
  readonly transport: FeedTransport;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}
