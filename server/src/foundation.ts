import type { Registry } from 'prom-client';
import { type Audit, createAudit } from './access/audit.ts';
import { createKeys, type Keys } from './access/keys.ts';
import { createHandover, type Handover } from './handover.ts';
import { createMetricsRegistry, observeReadiness } from './http/metrics.ts';
import { createIds, type Ids } from './kit/ids.ts';
import type { Lifecycle } from './kit/lifecycle.ts';
import type { Readiness } from './kit/readiness.ts';
import { startStep } from './kit/startError.ts';
import { keepAdminKey } from './masterKey.ts';
import type { AppPorts } from './ports.ts';
import { onDisk } from './store/fullDisk.ts';
import { openStore } from './store/index.ts';
import { createLateOwnership, type LateOwnership } from './store/lateOwnership.ts';
import type { Ownership, OwnOptions, Store } from './store/types.ts';
import { type WatchedStore, watchWrites } from './store/writeWatch.ts';

/** The parts that exist before a process owns the engine; none of them writes. */
export interface BaseParts extends WatchedStore {
  readonly ids: Ids;
  /** Name of the database in messages to people. */
  readonly where: string;
  readonly registry: Registry;
  readonly readiness: Readiness;
  readonly engine: LateOwnership;
}

/** Opens the database and creates the parts that need no ownership of the engine. */
export async function openBaseParts(
  ports: AppPorts,
  { lifecycle, readiness }: { readonly lifecycle: Lifecycle; readonly readiness: Readiness },
): Promise<BaseParts> {
  const { config, clock, random, logger } = ports;
  const { dataDir } = config;
  const databaseUrl = config.databaseUrl?.reveal();
  const where = databaseUrl === undefined ? dataDir : 'DATABASE_URL';
  // The lease uses the machine's time, as its row does, even where a test uses simulated time.
  const open = ports.openStore ?? (() => openStore({ dataDir, databaseUrl, logger }));
  const opened = await startStep(`The database (${where}) cannot be opened`, () =>
    onDisk(dataDir, open),
  );
  const watched = watchWrites(opened, { clock, logger, readiness });
  lifecycle.started('store', () => watched.store.close());
  const registry = createMetricsRegistry(ports.hasProcessFigures);
  observeReadiness(registry, readiness);
  return {
    ...watched,
    ids: createIds(random),
    where,
    registry,
    readiness,
    engine: createLateOwnership(),
  };
}

/** The parts that both services need: the database with its one owner, keys, audit, metrics. */
export interface Foundation extends BaseParts {
  readonly store: Store;
  readonly ownership: Ownership;
  readonly keys: Keys;
  readonly audit: Audit;
  /** The admin key, if this start created it. */
  readonly createdAdminKey: string | undefined;
  readonly handover: Handover;
}

/**
 * Waits until it owns the engine, then prepares the tables and makes sure that an admin key exists.
 */
export async function layFoundation(
  ports: AppPorts,
  base: BaseParts,
  { lifecycle, waits }: { readonly lifecycle: Lifecycle; readonly waits: OwnOptions | undefined },
): Promise<Foundation> {
  const { config, clock, logger } = ports;
  const { store, ids, where, engine } = base;
  const ownership = await startStep(`The engine of ${where} cannot be owned`, () =>
    onDisk(config.dataDir, () => store.own(waits)),
  );
  lifecycle.started('ownership', () => ownership.release());
  engine.begin(ownership);
  base.watchOwned(ownership);
  const keys = createKeys({ store, clock, ids, logger });
  const audit = createAudit({ store, clock });
  const { created: createdAdminKey } = await startStep('The admin key cannot be used', () =>
    onDisk(config.dataDir, () =>
      keys.ensureAdminKey({
        configured: config.adminKey?.reveal(),
        keep: (text) => keepAdminKey(config, text),
      }),
    ),
  );
  const handover = createHandover({ ownership, audit });
  return {
    ...base,
    ownership,
    keys,
    audit,
    createdAdminKey,
    handover,
  };
}
