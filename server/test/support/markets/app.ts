import { createPathMatcher } from '../../../src/access/paths.ts';
import { createHttpMetrics, createMetricsRegistry } from '../../../src/http/metrics.ts';
import { createHttpServer } from '../../../src/http/server.ts';
import { createIds } from '../../../src/kit/ids.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { createFixedWindow } from '../../../src/kit/rateLimit.ts';
import type { Markets, MarketsDeps } from '../../../src/trading/markets/markets.ts';
import { marketRoutes } from '../../../src/trading/markets/routes.ts';
import { createTradingScope } from '../../../src/trading/scope.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { silentLogger } from '../silentLogger.ts';
import { createMadeMarkets, type MadeSource } from './fixtures.ts';

/** The market endpoints over exchanges that a test makes up, behind the real HTTP server. */
export interface MarketsApp {
  readonly markets: Markets;
  call(url: string, method?: 'GET' | 'POST'): Promise<MarketsAnswer>;
}

interface MarketsAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  readonly json: any;
}

export async function createMarketsApp(
  sources: readonly MadeSource[],
  changes: Partial<MarketsDeps> = {},
  clock: ManualClock = createManualClock(),
): Promise<MarketsApp> {
  const markets = createMadeMarkets(clock, sources, changes);
  const limit = createFixedWindow({ clock, limit: 1_000, windowMs: 60_000, callersMax: 10 });
  const roles = ['admin'] as const;
  const caller = { id: 'key', name: 'test', roles, paths: ['/**'] };
  const http = await createHttpServer({
    scopes: [createTradingScope({ limit })],
    bindings: marketRoutes(markets),
    authenticate: async () => ({
      ...caller,
      exchangeAccountIds: undefined,
      owner: 'main',
      expiresAtMs: undefined,
    }),
    pathAllowed: createPathMatcher().pathAllowed,
    corsOrigins: [],
    clock,
    isTrustedProxy: () => false,
    ids: createIds(createSeededRandom('ids')),
    logger: silentLogger,
    metrics: createHttpMetrics(createMetricsRegistry()),
    checkAnswers: true,
    documents: async () => undefined,
    refusal: () => undefined,
  });
  return {
    markets,
    async call(url, method = 'GET') {
      const answer = await http.inject({ method, url, headers: { 'x-api-key': 'ak' } });
      return { status: answer.statusCode, json: JSON.parse(answer.body) };
    },
  };
}
