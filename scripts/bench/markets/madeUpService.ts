import type { FastifyInstance } from 'fastify';
import { createPathMatcher } from '../../../server/src/access/paths.ts';
import { createHttpMetrics, createMetricsRegistry } from '../../../server/src/http/metrics.ts';
import { createHttpServer } from '../../../server/src/http/server.ts';
import { createSystemClock } from '../../../server/src/kit/clock.ts';
import { createIds } from '../../../server/src/kit/ids.ts';
import { createSystemRandom } from '../../../server/src/kit/random.ts';
import { createFixedWindow } from '../../../server/src/kit/rateLimit.ts';
import { createMarkets } from '../../../server/src/trading/markets/markets.ts';
import { marketRoutes } from '../../../server/src/trading/markets/routes.ts';
import { venueIds } from '../../../server/src/trading/model/venue.ts';
import { createTradingScope } from '../../../server/src/trading/scope.ts';
import { silentLogger } from '../../../server/test/support/silentLogger.ts';
import { madeUpPrices, madeUpSources } from './madeUpMarkets.ts';

/** More than any round sends. */
const limitPerMinute = 1e9;

/** Serves the market endpoints over made-up exchanges, behind the service's guard and limit. */
export async function createMadeUpService(): Promise<FastifyInstance> {
  const clock = createSystemClock();
  const random = createSystemRandom();
  const markets = createMarkets({
    venues: venueIds,
    sources: madeUpSources(venueIds),
    store: undefined,
    prices: madeUpPrices(clock),
    btcUsd: () => 100_000,
    clock,
    random,
    logger: silentLogger,
  });
  const limit = createFixedWindow({
    clock,
    limit: limitPerMinute,
    windowMs: 60_000,
    callersMax: 10,
  });
  const caller = {
    id: 'bench',
    name: 'bench',
    roles: ['viewer'] as const,
    paths: ['/**'],
    exchangeAccountIds: undefined,
    owner: 'main',
    expiresAtMs: undefined,
  };
  return createHttpServer({
    scopes: [createTradingScope({ limit })],
    bindings: marketRoutes(markets),
    authenticate: async () => caller,
    pathAllowed: createPathMatcher().pathAllowed,
    corsOrigins: [],
    clock,
    isTrustedProxy: () => false,
    ids: createIds(random),
    logger: silentLogger,
    metrics: createHttpMetrics(createMetricsRegistry()),
    checkAnswers: false,
    documents: async (instance) => {
      instance.get('/health', async () => 'ok');
    },
    refusal: () => undefined,
  });
}
