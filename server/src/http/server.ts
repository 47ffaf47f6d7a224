import cors from '@fastify/cors';
import { type ErrorCode, streamPath } from '@windlass/contract';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from '../kit/clock.ts';
import { type AppError, errorText, toAppError } from '../kit/errors.ts';
import type { Ids } from '../kit/ids.ts';
import type { Logger } from '../kit/logger.ts';
import type { IsTrustedProxy } from '../kit/networks.ts';
import type { Binding } from './bind.ts';
import { answerClientError } from './clientError.ts';
import {
  type ConnectionLimits,
  closeStuckReaders,
  createPipelineLimit,
  limitConnections,
} from './connections.ts';
import { addressOf, createCounter, createGuard, pathOf, setLimitHeaders } from './guard.ts';
import type { HttpMetrics } from './metrics.ts';
import { send } from './reply.ts';
import { registerBinding } from './route.ts';
import type { Authenticate, PathAllowed, Scope } from './scope.ts';
import { securityHeaders } from './securityHeaders.ts';
import { createUnknownPaths } from './unknownPaths.ts';

/** Largest legal body: a bulk refresh naming 10,000 vaults is under 300 kB. */
const bodyBytesMax = 1_048_576;
/** Node's own default, stated here because 431 is part of our contract. */
const headerBytesMax = 16_384;
/** A request that is incomplete by then is cut off: slow senders must not hold connections. */
const requestTimeoutMs = 30_000;
/** Delay before a retry when too many requests run at once, not when a window is used up. */
const busyRetrySec = 1;
/** Codes of refusals that may be different later, or from another process. */
const retriedCodes: readonly ErrorCode[] = ['RATE_LIMITED', 'STANDBY', 'SHUTTING_DOWN'];
/** Longer than common proxies keep idle connections, so that they close first. */
const keepAliveTimeoutMs = 72_000;

export interface HttpServerDeps {
  readonly scopes: readonly Scope[];
  readonly bindings: readonly Binding[];
  readonly authenticate: Authenticate;
  readonly pathAllowed: PathAllowed;
  readonly corsOrigins: readonly string[];
  readonly isTrustedProxy: IsTrustedProxy;
  /** Default: the limits of a process without a maximum number of descriptors. */
  readonly limits?: ConnectionLimits;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: HttpMetrics;
  /** True to check answers against the contract; on in tests, where a mismatch is a fault. */
  readonly checkAnswers: boolean;
  /** Registers answers without an envelope: documents and metrics. Must come before the routes. */
  readonly documents: (instance: FastifyInstance) => Promise<void>;
  /** Returns why only endpoints without a key answer now, if that is so. */
  readonly refusal: () => AppError | undefined;
}

/**
 * Builds the HTTP instance: one encapsulated scope per service with its own key header, limit and
 * envelope, and one root that answers everything else.
 */
export async function createHttpServer(deps: HttpServerDeps): Promise<FastifyInstance> {
  const { scopes, logger } = deps;
  const instance = fastify({
    logger: false,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']) ?? deps.ids.uuid(),
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: { maxHeaderSize: headerBytesMax, shouldUpgradeCallback: isStreamUpgrade },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, deps.clock),
    // Finds the address by which callers without a key are counted.
    trustProxy: deps.isTrustedProxy,
    routerOptions: { maxParamLength: 500 },
    // No hook runs for requests that the router cannot even read.
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(scopes, request, reply);
      send(reply, scopeOf(scopes, request.url).failure(toAppError(error)));
    },
  });

  limitConnections(instance.server, deps);
  const stopWatching = closeStuckReaders(instance.server, deps.clock);
  instance.addHook('onClose', async () => stopWatching());
  // An unknown expectation is ignored: the bare server would refuse it without an envelope.
  instance.server.on('checkExpectation', (request, response) => {
    instance.server.emit('request', request, response);
  });
  // `bind` does validation and serialisation; routes have schemas only in the documentation.
  instance.setValidatorCompiler(() => () => true);
  instance.setSerializerCompiler(() => (data) => JSON.stringify(data));
  acceptEmptyJson(instance);
  observe(instance, deps);

  instance.setErrorHandler(renderFailure(logger, ({ url }) => scopeOf(scopes, url)));
  const unknown = createUnknownPaths(deps.bindings.map(({ endpoint }) => endpoint));
  const counters = new Map(scopes.map((scope) => [scope, createCounter({ ...deps, scope })]));
  instance.setNotFoundHandler(async (request, reply) => {
    await counters.get(scopeOf(scopes, request.url))?.(request, reply);
    const { error, allow } = unknown.explain(request.method, pathOf(request));
    if (allow) reply.header('allow', allow.join(', '));
    send(reply, scopeOf(scopes, request.url).failure(error));
    return reply;
  });

  const corsBy = new Map(scopes.map((scope) => [scope, corsOptions(deps.corsOrigins, scope)]));
  await instance.register(cors, {
    delegator: (request, done) => done(null, corsBy.get(scopeOf(scopes, request.url ?? '/'))),
  });
  await deps.documents(instance);
  for (const scope of scopes) await instance.register(servicePlugin(scope, deps));
  return instance;
}

/**
 * Only the book stream upgrades, and only on exactly the path that Socket.IO compares: for any
 * other path it closes only its half of a connection, which would stay forever. Clients that offer
 * HTTP/2 on every request (Java's does) get HTTP/1.1, as if they had not.
 */
function isStreamUpgrade(request: { readonly url?: string | undefined }): boolean {
  return request.url?.startsWith(`${streamPath}/`) ?? false;
}

/** Returns a scope's plugin: its routes behind its own guard. */
function servicePlugin(scope: Scope, deps: HttpServerDeps) {
  return async (instance: FastifyInstance): Promise<void> => {
    const guard = createGuard({ ...deps, scope });
    instance.setErrorHandler(renderFailure(deps.logger, () => scope));
    for (const binding of deps.bindings) {
      if (binding.endpoint.service === scope.service) {
        registerBinding(instance, { binding, scope, guard, checkAnswers: deps.checkAnswers });
      }
    }
  };
}

/** Returns the service whose prefix the path has; the last service answers all other paths. */
function scopeOf(scopes: readonly Scope[], url: string): Scope {
  const path = decoded(pathOf({ url }));
  const fitting = scopes.find(({ prefixes }) =>
    prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)),
  );
  const scope = fitting ?? scopes.at(-1);
  if (!scope) throw new Error('An HTTP server needs at least one scope');
  return scope;
}

/** Returns the path as the router reads it; as sent when it cannot be read. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Renders any error in the envelope of its service; a fault of ours is logged first. */
function renderFailure(logger: Logger, scopeFor: (request: FastifyRequest) => Scope) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = toAppError(error);
    if (refusal.code === 'INTERNAL_ERROR') logFault(logger, request, refusal);
    if (retriedCodes.includes(refusal.code) && !reply.hasHeader('retry-after')) {
      const { retryAfterMs } = refusal;
      const waitSec = retryAfterMs === undefined ? busyRetrySec : Math.ceil(retryAfterMs / 1_000);
      reply.header('retry-after', Math.max(1, waitSec));
    }
    send(reply, scopeFor(request).failure(refusal));
  };
}

/** A caller's own request id is kept when it is short and harmless in logs. */
function requestIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.-]{1,64}$/.test(header) ? header : undefined;
}

/** An empty JSON body counts as no body: many clients set the content type on every request. */
function acceptEmptyJson(instance: FastifyInstance): void {
  const parse = instance.getDefaultJsonParser('error', 'error');
  instance.removeContentTypeParser(['application/json', 'text/plain']);
  instance.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, text: string, done) => {
      if (text === '') return done(null, undefined);
      return parse(request, text, done);
    },
  );
}

/** Sets the headers of every answer, whatever its source. */
function setCommonHeaders(
  scopes: readonly Scope[],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.headers(securityHeaders);
  reply.header('x-request-id', request.id);
  const scope = scopeOf(scopes, request.url);
  if (scope.limitOnEveryAnswer) setLimitHeaders(reply, scope.peek(addressOf(request)));
}

function observe(instance: FastifyInstance, deps: HttpServerDeps): void {
  const pipeline = createPipelineLimit();
  // With a callback: a promise on every request costs more than the hook itself.
  instance.addHook('onRequest', (request, reply, done) => {
    if (!pipeline.begin(request.raw)) {
      reply.hijack();
      return done();
    }
    setCommonHeaders(deps.scopes, request, reply);
    // Endpoints without a key report the state of the service, even while it stops.
    const isTold = request.routeOptions.config.endpoint?.access === 'public';
    const refusal = isTold ? undefined : deps.refusal();
    if (!refusal) return done();
    reply.header('connection', 'close');
    done(refusal);
  });
  instance.addHook('onResponse', (request, reply, done) => {
    pipeline.end(request.raw);
    const { method, id: requestId } = request;
    // Unknown paths share one label: a scanner must not grow the metrics.
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    const { statusCode: status, elapsedTime: tookMs } = reply;
    deps.metrics.answered({ method, route, status, seconds: tookMs / 1000 });
    deps.logger.debug({ requestId, method, route, status, tookMs }, 'answered');
    done();
  });
}

function corsOptions(origins: readonly string[], scope: Scope) {
  return {
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    allowedHeaders: [...scope.allowedHeaders],
    exposedHeaders: [
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
      'X-Request-Id',
    ],
    credentials: true,
    // An OPTIONS that is no preflight is answered like one: the library refuses in plain text.
    strictPreflight: false,
  };
}

function logFault(logger: Logger, request: FastifyRequest, refusal: AppError): void {
  const { cause } = refusal;
  logger.error(
    {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      error: errorText(cause),
      stack: cause instanceof Error ? cause.stack : undefined,
    },
    'a request ended in an internal error',
  );
}
