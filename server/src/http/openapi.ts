import swagger from '@fastify/swagger';
import { endpointTags, streamPath } from '@windlass/contract';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path with `:name` parameters, where the router needs another one. */
    readonly documentedPath?: string;
    readonly bodyExample?: object | undefined;
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
          `The stream of books, orders and algorithms is Socket.IO at ${streamPath}; its events ` +
          'are in [/asyncapi.json](/asyncapi.json).',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags: Object.entries(endpointTags).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          vaultKey: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer ak_…' },
          tradingKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        },
      },
    },
    transform(input) {
      const { schema, url } = jsonSchemaTransform(input);
      const { documentedPath, bodyExample } = input.route?.config ?? {};
      const { body } = schema;
      // The schema's own example is lost where it transforms what it takes.
      const shown = bodyExample && { body: { ...Object(body), examples: [bodyExample] } };
      return { schema: { ...schema, ...shown }, url: documentedPath ?? url };
    },
  });
}
