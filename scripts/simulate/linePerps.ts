import type { PerpsSession } from '../../server/src/trading/venues/perpsPort.ts';
import type { VenueSession } from '../../server/src/trading/venues/venuePort.ts';

/** Reads of derivatives that these runs use; settings are not used. */
type PerpsReads = Pick<PerpsSession, 'positions' | 'fundingPayments' | 'fundingRate'>;

/** Wraps each read of a door with `through`. */
export function readsOfPerps(
  door: VenueSession,
  through: <Value>(signal: AbortSignal, read: () => Promise<Value>) => Promise<Value>,
): PerpsReads {
  const { positions, fundingPayments, fundingRate } = door;
  return {
    ...(positions && {
      positions: (marketType, symbol, signal) =>
        through(signal, () => positions(marketType, symbol, signal)),
    }),
    ...(fundingPayments && {
      fundingPayments: (query, signal) => through(signal, () => fundingPayments(query, signal)),
    }),
    ...(fundingRate && {
      fundingRate: (market, signal) => through(signal, () => fundingRate(market, signal)),
    }),
  };
}
