import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { describeStream } from './asyncapi.ts';
import type { Guard } from './guard.ts';
import { createKeptAnswer, type KeptAnswer } from './keptAnswer.ts';
import { collectOpenApi } from './openapi.ts';
import { reachedMetrics } from './reachedMetrics.ts';

interface DocumentDeps {
  readonly version: string;
  readonly registry: Registry;
  /** Guards `/metrics`. */
  readonly guard: Guard;
}

/** The page may load only our own files, so it works on a desk without internet. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Windlass API</title>
</head>
<body>
<div id="reference"></div>
<noscript>
This page needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>,
that of the stream at <a href="/asyncapi.json">/asyncapi.json</a>.
</noscript>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const startScript = `Scalar.createApiReference('#reference', ${JSON.stringify({
  url: '/openapi.json',
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  authentication: { preferredSecurityScheme: 'tradingKey' },
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
})});
`;

/** Serves the OpenAPI document, its rendered page, the AsyncAPI document and the metrics. */
export async function registerDocuments(
  instance: FastifyInstance,
  deps: DocumentDeps,
): Promise<void> {
  await collectOpenApi(instance, deps.version);
  const hidden = { schema: { hide: true } };

  const openApi = keptJson(() => instance.swagger());
  instance.get('/openapi.json', hidden, openApi);
  const asyncApi = keptJson(() => describeStream(deps.version));
  instance.get('/asyncapi.json', hidden, asyncApi);
  instance.get('/docs', hidden, async (_request, reply) => {
    void reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy,
    });
    return page;
  });
  instance.get('/docs/start.js', hidden, async (_request, reply) => {
    void reply.header('content-type', 'text/javascript; charset=utf-8');
    return startScript;
  });
  instance.get('/docs/scalar.js', hidden, whenAsked(readReference));
  const reached = new WeakMap<object, readonly string[]>();
  instance.get(
    '/metrics',
    {
      ...hidden,
      onRequest: async (request, reply) => {
        // Collectors of metrics send keys as bearer tokens; older ones can send no other header.
        const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
        request.headers['x-api-key'] ??= bearer;
        const caller = await deps.guard(['analyst'], request, reply);
        if (caller?.exchangeAccountIds) reached.set(request, caller.exchangeAccountIds);
      },
    },
    async (request, reply) => {
      void reply.header('content-type', deps.registry.contentType);
      return reachedMetrics(await deps.registry.metrics(), reached.get(request));
    },
  );
}

/** Creates the answer when it is first requested: most services are never asked. */
function whenAsked(make: () => Promise<KeptAnswer>): KeptAnswer {
  let made: Promise<KeptAnswer> | undefined;
  return async (request, reply) => {
    made ??= make().catch((error: unknown) => {
      // The error may be temporary, so the next request tries again.
      made = undefined;
      throw error;
    });
    return (await made)(request, reply);
  };
}

function keptJson(describe: () => object): KeptAnswer {
  return whenAsked(async () =>
    createKeptAnswer({
      content: Buffer.from(JSON.stringify(describe())),
      contentType: 'application/json; charset=utf-8',
    }),
  );
}

async function readReference(): Promise<KeptAnswer> {
  const file = new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference'));
  return createKeptAnswer({
    content: await readFile(file),
    contentType: 'text/javascript; charset=utf-8',
    headers: { 'cache-control': 'public, max-age=86400' },
  });
}
