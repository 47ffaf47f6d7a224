import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { networkNames } from './vault/fields.ts';

const health = z.object({
  success: z.literal(true),
  message: z.string(),
  timestamp: z.string(),
  uptime: z.number().describe('seconds since the process started'),
  environment: z.string(),
});

const healthEndpoint = (path: '/health' | '/api/health') =>
  defineEndpoint({
    house: 'vault',
    method: 'GET',
    path,
    tag: 'System',
    summary: 'Whether the service is up',
    access: 'public',
    envelope: 'none',
    data: health,
    message: 'Service is healthy',
  });

export const systemEndpoints = {
  /** Whether the service is up; needs no key. */
  getHealth: healthEndpoint('/health'),
  /** The same, under the vault API's prefix. */
  getApiHealth: healthEndpoint('/api/health'),
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
        .record(
          z.enum(networkNames),
          z.record(
            z.string(),
            z.array(z.object({ symbol: z.string(), name: z.string(), contract: z.string() })),
          ),
        )
        .describe('by network and group'),
    }),
    message: 'Windlass vault API',
  }),
} as const;
