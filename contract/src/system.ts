import { z } from 'zod';
import { defineEndpoint, roles } from './endpoint.ts';
import { readinessReasons } from './readiness.ts';

const health = z.object({
  success: z.literal(true),
  message: z.string(),
  timestamp: z.string(),
  uptime: z.number().describe('seconds since the process started'),
  environment: z.string(),
  role: z
    .enum(['owner', 'standby'])
    .describe('standby: another process owns the engine, and this one takes over when it ends'),
  reasons: readinessReasons.optional(),
});

const readiness = z.object({
  success: z.boolean(),
  message: z.string(),
  ready: z.boolean().describe('false: orders cannot be taken'),
  reasons: readinessReasons,
  timestamp: z.string(),
});

const serviceInfo = z.object({
  version: z.string(),
  environment: z.string(),
  started_at: z.string().describe('ISO 8601 with Z'),
  services: z.array(z.enum(['vault', 'trading'])),
  feed: z
    .enum(['simulated', 'replay', 'live'])
    .describe('where books come from; of trading, when it is in service'),
  exchanges: z
    .enum(['simulator', 'real'])
    .describe('where live accounts and live books lead: WINDLASS_VENUE_TRANSPORT'),
  ledger: z.enum(['simulated', 'rpc']).describe('where balances of vaults are read'),
  key: z
    .object({
      id: z.string(),
      name: z.string(),
      roles: z.array(z.enum(roles)),
      exchange_account_ids: z
        .array(z.string())
        .nullable()
        .describe('the only accounts the key reaches; null = all'),
      expires_at: z.string().nullable(),
    })
    .describe('the one this was asked with'),
});
export type ServiceInfoWire = z.output<typeof serviceInfo>;

const tokenGroups = z.record(
  z.string(),
  z.array(z.object({ symbol: z.string(), name: z.string(), contract: z.string() })),
);

const healthEndpoint = (path: '/health' | '/api/health', summary: string) =>
  defineEndpoint({
    service: 'vault',
    method: 'GET',
    path,
    tag: 'System',
    summary,
    description:
      'Always 200 while the process lives. `reasons` tells why orders cannot be taken where ' +
      'starting it anew would not help.',
    access: 'public',
    envelope: 'none',
    data: health,
    message: 'Service is healthy',
  });

export const systemEndpoints = {
  /** Tells whether the service is up. Needs no key. */
  getHealth: healthEndpoint('/health', 'Whether the service is up'),
  /** Tells whether the service is up, under the vault API's prefix. */
  getApiHealth: healthEndpoint('/api/health', 'Whether the service is up, on the vault API'),
  /**
   * Tells whether orders can be taken, and why not. Needs no key. Load balancers get 503 when not.
   *
   * @example
   * const { ready, reasons } = await client.getReady();
   */
  getReady: defineEndpoint({
    service: 'vault',
    method: 'GET',
    path: '/ready',
    tag: 'System',
    summary: 'Whether orders can be taken',
    description:
      '200 when orders can be taken, 503 when they cannot, both in the same shape. The database ' +
      'is asked to write for it, at most once a second. A halt is reported and stays 200.',
    access: 'public',
    envelope: 'none',
    data: readiness,
    message: 'Orders can be taken',
    statusOfNo: 503,
  }),
  /**
   * Describes the service: what runs here, on which market, and what the key may do.
   *
   * @example
   * const { feed, key } = await client.getServiceInfo();
   */
  getServiceInfo: defineEndpoint({
    service: 'trading',
    method: 'GET',
    path: '/service',
    tag: 'System',
    summary: 'What runs here, and what the key may do',
    access: 'any',
    data: serviceInfo,
    message: 'Service described successfully',
  }),
  /**
   * Hands the engine over to the standby. This process ends in an orderly way, and resting orders
   * are followed there. Refused when there is no standby.
   */
  handOver: defineEndpoint({
    service: 'trading',
    method: 'POST',
    path: '/admin/handover',
    tag: 'System',
    summary: 'Hand the engine over to the standby',
    description:
      'Calls under way end, open orders and algorithms stay, and the standby goes on with them ' +
      'within a second or so. The process ends after its answer.',
    access: ['admin'],
    needsWholeReach: true,
    data: z.object({ standby: z.string().describe('who takes over: host and process') }),
    message: 'The engine is being handed over',
    errors: ['NO_STANDBY'],
  }),
  /** Describes the vault API and where its endpoints are. */
  getApiInfo: defineEndpoint({
    service: 'vault',
    method: 'GET',
    path: '/api',
    tag: 'System',
    summary: 'Version and endpoints',
    access: 'any',
    envelope: 'none',
    data: z.object({
      success: z.literal(true),
      message: z.string(),
      version: z.string(),
      endpoints: z.record(z.string(), z.string()),
      timestamp: z.string(),
    }),
    message: 'Windlass API',
  }),
  /** Describes what the vault API offers, with examples and the tokens it knows. */
  getApiDocs: defineEndpoint({
    service: 'vault',
    method: 'GET',
    path: '/api/docs',
    tag: 'System',
    summary: 'The vault API in short',
    access: 'any',
    envelope: 'none',
    data: z.object({
      success: z.literal(true),
      title: z.string(),
      version: z.string(),
      description: z.string(),
      baseUrl: z.string(),
      endpoints: z.record(z.string(), z.string()),
      examples: z.record(z.string(), z.unknown()),
      supportedTokens: z
        .object({ testnet: tokenGroups, mainnet: tokenGroups })
        .describe('by network and group'),
    }),
    message: 'Windlass vault API',
  }),
} as const;
