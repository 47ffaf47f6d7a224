import {
  type Endpoint,
  endpoints,
  type ServiceInfoWire,
  systemEndpoints,
} from '@windlass/contract';
import { type Binding, bind, type Context } from './http/bind.ts';
import type { Clock } from './kit/clock.ts';
import { AppError } from './kit/errors.ts';
import { isoTime } from './kit/isoTime.ts';

interface SystemDeps {
  readonly clock: Clock;
  readonly environment: string;
  readonly version: string;
  /** What the configuration chose. */
  readonly choices: Pick<ServiceInfoWire, 'services' | 'feed' | 'exchanges' | 'ledger'>;
  /** What the houses in service offer. */
  readonly houses: readonly Binding[];
}

/** Door of what belongs to the process: health and the vault API's own description. */
export function systemRoutes(deps: SystemDeps): Binding[] {
  const { clock, environment, version, houses, choices } = deps;
  const startedAt = clock.monotonic();
  const started_at = isoTime(clock.now());
  const offered = new Set<Endpoint>([
    ...Object.values(systemEndpoints),
    ...houses.map(({ endpoint }) => endpoint),
  ]);
  const health = () => ({
    success: true as const,
    message: 'Service is healthy',
    timestamp: new Date(clock.now()).toISOString(),
    uptime: Math.round(clock.monotonic() - startedAt) / 1000,
    environment,
  });
  return [
    bind(systemEndpoints.getHealth, health),
    bind(systemEndpoints.getApiHealth, health),
    bind(systemEndpoints.getServiceInfo, (_input, context) => ({
      ...{ version, environment, started_at, ...choices },
      key: keyOf(context),
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
    ...{ id, name, roles: [...roles] },
    exchange_account_ids: exchangeAccountIds ? [...exchangeAccountIds] : null,
    expires_at: expiresAtMs === undefined ? null : isoTime(expiresAtMs),
  };
}
