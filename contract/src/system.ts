import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

const health = z.object({
  success: z.literal(true),
  message: z.string(),
  timestamp: z.string(),
  uptime: z.number().describe('seconds since the process started'),
  environment: z.string(),
});

const tokenGroups = z.record(
  z.string(),
  z.array(z.object({ symbol: z.string(), name: z.string(), contract: z.string() })),
);

const healthEndpoint = (path: '/health' | '/api/health', summary: string) =>
  defineEndpoint({
    house: 'vault',
    method: 'GET',
    path,
    tag: 'System',
    summary,
    access: 'public',
    envelope: 'none',
    data: health,
    message: 'Service is healthy',
  });

export const systemEndpoints = {
  /** Whether the service is up; needs no key. */
  getHealth: healthEndpoint('/health', 'Whether the service is up'),
  /** The same, under the vault API's prefix. */
  getApiHealth: healthEndpoint('/api/health', 'Whether the service is up, on the vault API'),
  /** What the vault API is and where its endpoints are. */
  getApiInfo: defineEndpoint({
    house: 'vault',
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
  /** What the vault API offers, with examples and the tokens it knows. */
  getApiDocs: defineEndpoint({
    house: 'vault',
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
