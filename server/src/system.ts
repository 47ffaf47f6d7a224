import {
  type Endpoint,
  endpoints,
  type ServiceInfoWire,
  systemEndpoints,
} from '@windlass/contract';
import { answer, type Binding, bind, type Context } from './http/bind.ts';
import type { Clock } from './kit/clock.ts';
import { AppError } from './kit/errors.ts';
import { isoTime } from './kit/isoTime.ts';
import type { Readiness } from './kit/readiness.ts';

interface HealthDeps {
  readonly clock: Clock;
  readonly environment: string;
  readonly role: 'owner' | 'standby';
  readonly readiness: Readiness;
}

interface SystemDeps extends HealthDeps {
  readonly version: string;
  /** The services, feed, exchanges and ledger that the configuration chose. */
  readonly choices: Pick<ServiceInfoWire, 'services' | 'feed' | 'exchanges' | 'ledger'>;
  /** Begins a handover for the caller; returns the name of the process that takes over. */
  readonly handOver: (context: Context) => Promise<string>;
  /** Bindings of the services that are switched on. */
  readonly serviceBindings: readonly Binding[];
}

/**
 * Returns the routes that every process serves without a key: whether it is alive and takes orders.
 */
export function healthRoutes({ clock, environment, role, readiness }: HealthDeps): Binding[] {
  const startedAt = clock.monotonic();
  const reasons = () =>
    readiness.reasons.map(({ sinceMs, ...said }) => ({ ...said, since: isoTime(sinceMs) }));
  const trouble = () => readiness.blocking[0]?.message;
  const health = () => {
    // Not awaited: a process is alive even when its database does not answer.
    void readiness.refresh();
    const cause = trouble();
    return {
      success: true as const,
      message:
        cause === undefined
          ? 'Service is healthy'
          : `Service is up, but accepts no orders: ${cause}`,
      timestamp: isoTime(clock.now()),
      uptime: Math.round(clock.monotonic() - startedAt) / 1000,
      environment,
      role,
      reasons: reasons(),
    };
  };
  const ready = async () => {
    await readiness.refresh();
    const cause = trouble();
    const isReady = cause === undefined;
    const data = {
      success: isReady,
      message: isReady ? 'Orders can be taken' : `Orders cannot be taken: ${cause}`,
      ready: isReady,
      reasons: reasons(),
      timestamp: isoTime(clock.now()),
    };
    return answer(data, { status: isReady ? 200 : 503 });
  };
  return [
    bind(systemEndpoints.getHealth, health),
    bind(systemEndpoints.getApiHealth, health),
    bind(systemEndpoints.getReady, ready),
  ];
}

/** Returns the routes of the process itself: health, readiness and the vault API's description. */
export function systemRoutes(deps: SystemDeps): Binding[] {
  const { clock, environment, version, serviceBindings, choices } = deps;
  const started_at = isoTime(clock.now());
  const offered = new Set<Endpoint>([
    ...Object.values(systemEndpoints),
    ...serviceBindings.map(({ endpoint }) => endpoint),
  ]);
  return [
    ...healthRoutes(deps),
    bind(systemEndpoints.getServiceInfo, (_input, context) => ({
      version,
      environment,
      started_at,
      ...choices,
      key: keyOf(context),
    })),
    bind(systemEndpoints.handOver, async (_input, context) => ({
      standby: await deps.handOver(context),
    })),
    bind(systemEndpoints.getApiInfo, () => ({
      success: true as const,
      message: 'Windlass API',
      version,
      endpoints: Object.fromEntries(
        Object.entries(endpoints)
          .filter(([, endpoint]) => offered.has(endpoint))
          .map(([name, { method, path }]) => [name, `${method} ${path}`]),
      ),
      timestamp: new Date(clock.now()).toISOString(),
    })),
  ];
}

function keyOf({ caller }: Context): ServiceInfoWire['key'] {
  if (!caller) throw new AppError('UNAUTHORIZED');
  const { id, name, roles, exchangeAccountIds, expiresAtMs } = caller;
  return {
    id,
    name,
    roles: [...roles],
    exchange_account_ids: exchangeAccountIds ? [...exchangeAccountIds] : null,
    expires_at: expiresAtMs === undefined ? null : isoTime(expiresAtMs),
  };
}
