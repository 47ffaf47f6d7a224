import type { FastifyInstance } from 'fastify';
import { buildHttp } from './door.ts';
import { type Foundation, layFoundation, openBaseParts } from './foundation.ts';
import { createFaultCounter } from './http/metrics.ts';
import { closeHttp } from './http/shutdown.ts';
import type { Clock } from './kit/clock.ts';
import { AppError } from './kit/errors.ts';
import { createLifecycle } from './kit/lifecycle.ts';
import { createReadiness } from './kit/readiness.ts';
import { startStep } from './kit/startError.ts';
import { createMarketConnections } from './marketConnections.ts';
import type { AppPorts } from './ports.ts';
import { buildTrading, buildVault } from './services.ts';
import { watchOwnership } from './store/ownershipWatch.ts';
import type { TradingService } from './trading/service/service.ts';
import { createStandbyPreparer } from './warming.ts';

/** The whole service, built and running except for its socket. */
export interface App {
  readonly http: FastifyInstance;
  readonly trading: TradingService | undefined;
  /** The admin key, when this start created one; its starter shows it once. */
  readonly createdAdminKey: string | undefined;
  /** Seed of the simulated feed, when it is the one in use. */
  readonly seed: string | undefined;
  /**
   * Aborted when the engine or its database is lost: the app has then begun to stop, in a hurry.
   */
  readonly lost: AbortSignal;
  /** Aborted when the engine is handed over: the app has then begun to stop, in order. */
  readonly handedOver: AbortSignal;
  /** Counts an uncaught fault, for the metrics. */
  countFault(kind: string): void;
  /** Opens the socket, by default at the configured port; returns the address. */
  listen(port?: number): Promise<string>;
  /** Stops in order: no new requests, streams, feeds, then the database. Never rejects. */
  stop(): Promise<void>;
}

/** Composition root: every object is made here, in the order of its dependencies. */
export async function createApp(ports: AppPorts): Promise<App> {
  const { config, clock, logger } = ports;
  const readiness = createReadiness({ clock });
  readiness.set('STARTING', 'The service is starting.');
  const lifecycle = createLifecycle({ clock, logger });
  const stop = (end = lifecycle.stop) => {
    readiness.set('STOPPING', 'The service is stopping.');
    return end();
  };
  try {
    const ground = await openBaseParts(ports, { lifecycle, readiness });
    const outside = createMarketConnections(ports, ground);
    lifecycle.started('outside', () => outside.stop());
    const warming = createStandbyPreparer(ports, ground, outside);
    lifecycle.started('warming', () => warming.stop());
    const door = createLateDoor(clock);
    lifecycle.started('http', door.close);
    const foundation = await layFoundation(ports, ground, { lifecycle, waits: warming.waits });
    // A made-up market saves its clock, which only its owner may write.
    if (!outside.opensUnowned) lifecycle.started('market', () => outside.stop());
    warming.handOn();
    const { trading, seed } = await buildTrading(ports, foundation, { outside, warming });
    const vault = await buildVault(ports, foundation);
    const http = await buildHttp(ports, foundation, {
      bindings: [...(vault?.bindings ?? []), ...(trading?.bindings ?? [])],
      refusal: () => (lifecycle.stopping ? new AppError('SHUTTING_DOWN') : undefined),
    });
    door.opened(http);
    // Vault runs in progress end before the socket that waits for their answers.
    if (vault) lifecycle.started('vault', () => vault.stop());
    if (trading) {
      trading.attach(http.server);
      // Orders that are being sent are awaited: ten seconds, as long as a venue may take to answer.
      lifecycle.started('trading', stopperOf(trading, foundation), 15_000);
      trading.start();
    }
    const handedOver = foundation.handover.begun;
    handedOver.addEventListener('abort', () => void stop());
    const lost = () => void stop(lifecycle.hurry);
    watchOwnership(foundation.ownership, { logger, readiness, lost });
    readiness.clear('STARTING');
    return {
      http,
      trading,
      createdAdminKey: foundation.createdAdminKey,
      seed,
      lost: foundation.ownership.lost,
      handedOver,
      countFault: createFaultCounter(foundation.registry),
      listen: (port = config.port) =>
        startStep(`Cannot listen on ${config.host}:${port}`, () =>
          http.listen({ host: config.host, port }),
        ),
      stop: () => stop(),
    };
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

/**
 * Creates the door that closes after the engine is given up: answers on their way must not delay a
 * takeover.
 */
function createLateDoor(clock: Clock) {
  let door: FastifyInstance | undefined;
  return {
    opened(instance: FastifyInstance): void {
      door = instance;
    },
    async close(isHurried: boolean): Promise<void> {
      if (door) await closeHttp(door, { clock, isHurried });
    },
  };
}

/**
 * Returns how the trading service ends: where another process waits, that one takes over the
 * resting orders.
 */
function stopperOf(trading: TradingService, { ownership }: Pick<Foundation, 'ownership'>) {
  return async (isHurried: boolean): Promise<void> => {
    if (isHurried) return trading.stop('lost');
    const standbys = await ownership.standbys().catch(() => []);
    await trading.stop(standbys.length > 0 ? 'handedOver' : 'planned');
  };
}
