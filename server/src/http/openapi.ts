import swagger from '@fastify/swagger';
import { type Endpoint, endpointTags, streamPath } from '@windlass/contract';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { bodyExample, documentation } from './endpointDocument.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint of the route. */
    readonly endpoint?: Endpoint;
  }
}

/**
 * Collects every route's endpoint into one OpenAPI 3.1 document. Must be registered before routes.
 * The schemas are built only on request, because the document is rarely requested.
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
      const { endpoint } = input.route?.config ?? {};
      if (!endpoint) return jsonSchemaTransform(input);
      const { schema } = jsonSchemaTransform({ ...input, schema: documentation(endpoint) });
      const example = bodyExample(endpoint);
      // The schema's own example is lost when the schema transforms its input.
      const shown = example && { body: { ...Object(schema.body), examples: [example] } };
      // The router has another notation for some paths.
      return { schema: { ...schema, ...shown }, url: endpoint.path };
    },
  });
}
