import { type Endpoint, endpoints, systemEndpoints } from '@windlass/contract';
import { type Binding, bind } from './http/bind.ts';
import type { Clock } from './kit/clock.ts';

interface SystemDeps {
  readonly clock: Clock;
  readonly environment: string;
  readonly version: string;
  /** What the houses in service offer. */
  readonly houses: readonly Binding[];
}

/** Door of what belongs to the process: health and the vault API's own description. */
export function systemRoutes({ clock, environment, version, houses }: SystemDeps): Binding[] {
  const startedAt = clock.monotonic();
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
