import type { BookFeed } from '../../bookPort.ts';
import type { CollectorDeps } from '../../shared/collector.ts';
import { createMarketFeed } from '../../shared/stream/marketFeed.ts';
import { createPushedBook } from '../../shared/stream/pushedBook.ts';
import { createVenueFeed, lazily } from '../../shared/stream/venueFeed.ts';
import { createWeightGate } from '../../shared/weightGate.ts';
import { toCoin } from '../symbols.ts';
import { hyperliquidBookDialect, hyperliquidDecoder, silentMsMax } from './book.ts';
import { hyperliquidProtocol } from './protocol.ts';

const venue = 'hyperliquid';

/** Creates the public books of perpetuals. */
export function createHyperliquidFeed(deps: CollectorDeps): BookFeed {
  const logger = deps.logger.child({ venue });
  // No document is ever requested: the stream repeats the book.
  const gate = createWeightGate({ clock: deps.clock, capacity: 1, refillPerMinute: 1 });
  const market = lazily(() => createMarketFeed({ ...deps, logger, protocol: hyperliquidProtocol }));
  return createVenueFeed({
    venue,
    route(symbol) {
      const key = toCoin(symbol);
      if (key === undefined) return undefined;
      return (book) =>
        market.get().open(key, (renew) =>
          createPushedBook({
            ...deps,
            logger,
            key,
            book,
            gate,
            renew,
            silentMsMax,
            dialect: hyperliquidBookDialect,
            decoder: hyperliquidDecoder,
          }),
        );
    },
    stop: () => market.made()?.stop(),
  });
}
