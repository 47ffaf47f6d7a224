import type { Clock } from '../../../kit/clock.ts';
import type { Logger } from '../../../kit/logger.ts';
import type { Random } from '../../../kit/random.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import type { BookFeed } from '../bookPort.ts';
import type { FeedTransport } from '../transportPort.ts';
import type { CaptureLine } from './captureFile.ts';

/** The part of a venue that collects its books, live and from recordings. */
export interface FeedCollector {
  readonly venue: VenueId;
  /** The names that recordings give the venue in their headers. */
  readonly recordedAs: readonly string[];
  /**
   * Host names under which the same streams are or were available: recordings hold any of a group.
   */
  readonly streamHosts: readonly (readonly string[])[];
  createFeed(deps: CollectorDeps): BookFeed;
  /**
   * Returns the symbols whose books can be built from a recording that holds this line. `url` is
   * that of the line's connection, where the recording has it.
   */
  symbolsIn(line: CaptureLine, url: string | undefined): readonly InstrumentSymbol[];
}

export interface CollectorDeps {
  readonly transport: FeedTransport;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}
