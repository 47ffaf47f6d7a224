import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path with `:name` parameters, where the router needs another one. */
    readonly documentedPath?: string;
  }
}

/**
 * Collects every route's schemas into one OpenAPI 3.1 document. Must be registered before routes.
 */
export async function collectOpenApi(instance: FastifyInstance, version: string): Promise<void> {
  await instance.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Windlass',
        version,
        description:
          'One API over six crypto exchanges, and a registry of Stellar vaults. ' +
          'The book stream is Socket.IO at /order-execution/socket.io.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          vaultKey: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer ak_…' },
          tradingKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        },
      },
    },
    transform(input) {
      const transformed = jsonSchemaTransform(input);
      const path = input.route?.config?.documentedPath;
      return path === undefined ? transformed : { ...transformed, url: path };
    },
  });
}
