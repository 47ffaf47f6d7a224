import { VenueUnavailableError } from '../../../model/venueUnavailableError.ts';
import type { FeesSession } from '../../feesPort.ts';
import type { DialectClient } from './dialectClient.ts';
import type { Line } from './line.ts';

/** Returns the fees by the class that knows them; absent when none does. */
export function feesOf(dialectClients: readonly DialectClient[], line: Line): FeesSession {
  const tellers = dialectClients.flatMap((dialectClient) => {
    const { fees } = dialectClient.dialect;
    return fees ? [{ dialectClient, fees }] : [];
  });
  if (tellers.length === 0) return {};
  return {
    async tradingFee(market, signal) {
      const teller = tellers.find(({ fees }) => fees.marketTypes.includes(market.marketType));
      if (!teller)
        throw new VenueUnavailableError(`No fees are reported for ${market.marketType}.`);
      return line.readAt(teller.dialectClient, signal, (call) =>
        teller.fees.tradingFee(call, market),
      );
    },
  };
}
