import { krakenFuturesDialect } from '../../../../src/trading/venues/kraken/trading/futures/dialect.ts';
import { krakenSpotDialect } from '../../../../src/trading/venues/kraken/trading/spot/dialect.ts';
import type { SimulatedVenue } from '../simulated.ts';
import {
  krakenFuturesAccount,
  krakenFuturesMarket,
  krakenFuturesMutations,
} from './futuresExchange.ts';
import { krakenSpotAccount, krakenSpotMarkets, krakenSpotMutations } from './spotExchange.ts';

/** Two classes, each with its own exchange in the simulator and its own credential. */
export const krakenSimulated: SimulatedVenue = {
  venue: 'kraken',
  dialects: [krakenSpotDialect, krakenFuturesDialect],
  markets: [...krakenSpotMarkets, krakenFuturesMarket],
  account(name) {
    const spot = krakenSpotAccount(name);
    const futures = krakenFuturesAccount(name);
    return {
      credentials: spot.credentials,
      futuresCredentials: futures.futuresCredentials,
      // One customer, whose money can move from one exchange to the other.
      opened: [...spot.opened, ...futures.opened].map((each) => ({ ...each, owner: name })),
    };
  },
  mutations: { ...krakenSpotMutations, ...krakenFuturesMutations },
};

/** Spot only: its failure messages differ from those of futures. */
export const krakenSpot: SimulatedVenue = { ...krakenSimulated, markets: krakenSpotMarkets };
