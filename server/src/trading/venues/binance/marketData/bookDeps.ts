import type { Clock } from '../../../../kit/clock.ts';
import type { Logger } from '../../../../kit/logger.ts';
import type { Random } from '../../../../kit/random.ts';
import type { BookWriter } from '../../bookPort.ts';
import type { WeightGate } from '../../shared/weightGate.ts';
import type { FeedTransport } from '../../transportPort.ts';
import type { VenueInstrument } from '../symbols.ts';
import type { Market } from './markets.ts';

/** The dependencies of everything that works on one symbol's book. */
export interface BookDeps {
  readonly market: Market;
  readonly instrument: VenueInstrument;
  readonly book: BookWriter;
  readonly transport: FeedTransport;
  readonly gate: WeightGate;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}
