import type { FastifyInstance } from 'fastify';
import { createPathMatcher } from './access/paths.ts';
import { accessRoutes } from './access/routes.ts';
import type { Config } from './config.ts';
import type { Foundation } from './foundation.ts';
import type { Binding } from './http/bind.ts';
import { connectionLimits } from './http/connections.ts';
import { registerDocuments } from './http/documents.ts';
import { createGuard } from './http/guard.ts';
import { createHttpMetrics } from './http/metrics.ts';
import { createHttpServer } from './http/server.ts';
import { descriptorLimit } from './kit/descriptors.ts';
import type { AppError } from './kit/errors.ts';
import { trustedProxies } from './kit/networks.ts';
import { createFixedWindow } from './kit/rateLimit.ts';
import type { AppPorts } from './ports.ts';
import { systemRoutes } from './system.ts';
import { createTradingScope } from './trading/scope.ts';
import { createVaultScope } from './vault/scope.ts';

/** Maximum number of callers that a limit remembers; at about 100 bytes each this stays small. */
const limitedCallersMax = 50_000;

interface HttpParts {
  /** Bindings of the services that are switched on. */
  readonly bindings: readonly Binding[];
  readonly refusal: () => AppError | undefined;
}

/** Builds the HTTP server of both services. */
export async function buildHttp(
  ports: AppPorts,
  foundation: Foundation,
  { bindings, refusal }: HttpParts,
): Promise<FastifyInstance> {
  const { config, clock, version } = ports;
  const { ids, keys, audit, registry, readiness, handover } = foundation;
  const limit = ({ max, windowMs }: Config['vaultLimit']) =>
    createFixedWindow({ clock, limit: max, windowMs, callersMax: limitedCallersMax });
  const vaultScope = createVaultScope({ limit: limit(config.vaultLimit) });
  const tradingScope = createTradingScope({ limit: limit(config.tradingLimit) });
  const { pathAllowed } = createPathMatcher();
  const { authenticate } = keys;
  const guard = createGuard({ scope: tradingScope, authenticate, pathAllowed });
  const { serves = () => true } = ports;
  const serviceBindings = [...accessRoutes({ keys, audit, clock }), ...bindings].filter(
    ({ endpoint }) => serves(endpoint.path),
  );
  const http = await createHttpServer({
    scopes: [vaultScope, tradingScope],
    bindings: [
      ...systemRoutes({
        clock,
        version,
        environment: config.environment,
        role: 'owner',
        serviceBindings,
        choices: choicesOf(config),
        readiness,
        handOver: handover.begin,
      }),
      ...serviceBindings,
    ],
    authenticate,
    pathAllowed,
    corsOrigins: config.corsOrigins,
    isTrustedProxy: trustedProxies(config.trustedProxies),
    limits: connectionLimits(descriptorLimit()),
    clock,
    ids,
    logger: ports.logger,
    metrics: createHttpMetrics(registry),
    checkAnswers: ports.checkAnswers ?? false,
    documents: async (instance) => {
      await registerDocuments(instance, { version, registry, guard });
      if (ports.pageFolder === undefined) return;
      const { registerPage } = await import('./http/page.ts');
      await registerPage(instance, ports.pageFolder);
    },
    refusal,
  });
  await http.ready();
  return http;
}

/** Returns the chosen services, feed, exchanges and ledger in the form that users see. */
function choicesOf({ services, feed, venueSimulator, ledger }: Config) {
  const exchanges = venueSimulator === undefined ? ('real' as const) : ('simulator' as const);
  return { services: [...services], feed: feed.kind, exchanges, ledger: ledger.kind };
}
