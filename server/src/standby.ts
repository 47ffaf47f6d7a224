import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { connectionLimits } from './http/connections.ts';
import { createHttpServer } from './http/server.ts';
import type { Clock } from './kit/clock.ts';
import { descriptorLimit } from './kit/descriptors.ts';
import { AppError } from './kit/errors.ts';
import { createIds } from './kit/ids.ts';
import type { Logger } from './kit/logger.ts';
import { trustedProxies } from './kit/networks.ts';
import type { Random } from './kit/random.ts';
import { createFixedWindow } from './kit/rateLimit.ts';
import { createReadiness } from './kit/readiness.ts';
import { startStep } from './kit/startError.ts';
import type { OwnOptions } from './store/types.ts';
import { healthRoutes } from './system.ts';
import { createTradingScope } from './trading/scope.ts';
import { createVaultScope } from './vault/scope.ts';

interface StandbyDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Called once, when the standby listens. */
  readonly greet: (standby: { readonly address: string; readonly owner: string }) => void;
}

/**
 * A process that waits for the engine: it listens where it will serve, reports that it is alive and
 * not ready, and answers everything else with `STANDBY`. It reads no table and writes none.
 */
export interface Standby {
  /** Options for waiting for the engine: open the door as soon as the process has to wait. */
  readonly waits: OwnOptions;
  /** Ends the wait; the caller that waits for the engine gets the reason. */
  leave(reason: Error): void;
  /** Closes the door at once; returns the port it listened on, if it did. */
  close(): Promise<number | undefined>;
}

export function createStandby(deps: StandbyDeps): Standby {
  const ends = new AbortController();
  let opening: Promise<FastifyInstance> | undefined;
  const open = async (owner: string): Promise<FastifyInstance> => {
    const { host, port } = deps.config;
    deps.logger.info({ owner }, 'another process owns the engine: this one is its standby');
    const http = await buildDoor(deps);
    const address = await startStep(`Cannot listen on ${host}:${port}`, () =>
      http.listen({ host, port }),
    );
    deps.greet({ address, owner });
    return http;
  };
  return {
    waits: {
      signal: ends.signal,
      waiting(owner) {
        opening = open(owner);
        opening.catch((error: unknown) => ends.abort(error));
      },
    },
    leave: (reason) => ends.abort(reason),
    async close() {
      const http = await opening;
      const address = http?.server.address();
      if (!http || !isOfPort(address)) return undefined;
      const closed = http.close();
      http.server.closeAllConnections();
      await closed;
      return address.port;
    },
  };
}

function isOfPort(address: AddressInfo | string | null | undefined): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

const reason = 'This process is the standby: another owns the engine, and it waits to take over.';

/** Builds the owner's door with nothing behind it. */
async function buildDoor({ config, clock, random, logger }: StandbyDeps): Promise<FastifyInstance> {
  const readiness = createReadiness({ clock });
  readiness.set('STANDBY', reason);
  // Nothing is counted, because every call is refused before.
  const limit = createFixedWindow({ clock, limit: 1, windowMs: 1, callersMax: 1 });
  const { environment, corsOrigins } = config;
  const http = await createHttpServer({
    scopes: [createVaultScope({ limit }), createTradingScope({ limit })],
    bindings: healthRoutes({ clock, environment, role: 'standby', readiness }),
    authenticate: async () => undefined,
    pathAllowed: () => false,
    corsOrigins,
    isTrustedProxy: trustedProxies(config.trustedProxies),
    limits: connectionLimits(descriptorLimit()),
    clock,
    ids: createIds(random),
    logger,
    metrics: { answered: () => undefined },
    checkAnswers: false,
    documents: async () => undefined,
    refusal: () => new AppError('STANDBY'),
  });
  // No code listens for upgrades here, and an unanswered upgrade would stay for ever.
  http.server.on('upgrade', (_request, socket) => {
    // An upgraded socket has no listener of its own: a reset would end the process.
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n\r\n');
  });
  await http.ready();
  return http;
}
