import type { ServerResponse } from 'node:http';
import type { Endpoint } from '@windlass/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError, beforeSending } from '../kit/errors.ts';
import type { Answer, Binding, Context } from './bind.ts';
import { type Guard, requireWholeReach } from './guard.ts';
import { send } from './reply.ts';
import type { Caller, Rendered, Scope, Success } from './scope.ts';

interface Route {
  readonly binding: Binding;
  readonly scope: Scope;
  readonly guard: Guard;
  readonly checkAnswers: boolean;
}

/** Registers one endpoint: guard before the body is read, handler, envelope. */
export function registerBinding(instance: FastifyInstance, route: Route): void {
  const { binding, scope, guard, checkAnswers } = route;
  const { endpoint } = binding;
  const callers = new WeakMap<object, Caller>();
  instance.route({
    method: endpoint.method,
    url: routeUrl(endpoint),
    config: { endpoint },
    onRequest: async (request, reply) => {
      const caller = await guard(endpoint.access, request, reply);
      requireWholeReach(endpoint, caller);
      if (caller) callers.set(request, caller);
    },
    handler: async (request, reply) => {
      const { query, body } = request;
      const params = paramsOf(endpoint, request.params);
      const context = new RequestContext(callers.get(request), request.id, reply.raw);
      const handled = binding.handle({ params, query, body }, context);
      const readsOnly = endpoint.method === 'GET' || endpoint.readsOnly;
      const answer = await (readsOnly ? beforeSending(handled) : handled);
      if (checkAnswers) checkAnswer(endpoint, answer);
      send(reply, render(endpoint, scope, answer));
      return reply;
    },
  });
}

/**
 * One for each request. The signal is created only when a handler asks for it, as only the few long
 * ones do.
 */
class RequestContext implements Context {
  readonly caller: Caller | undefined;
  readonly requestId: string;
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(caller: Caller | undefined, requestId: string, response: ServerResponse) {
    this.caller = caller;
    this.requestId = requestId;
    this.#response = response;
  }

  get signal(): AbortSignal {
    this.#signal ??= hangUpSignal(this.#response);
    return this.#signal;
  }
}

function hangUpSignal(response: ServerResponse): AbortSignal {
  const hungUp = new AbortController();
  const abort = () => {
    if (response.writableEnded) return;
    const message = 'The client closed the connection before the answer.';
    hungUp.abort(new AppError('BAD_REQUEST', { message }));
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  return hungUp.signal;
}

/** The router supports a parameter with slashes only as a wildcard. */
function routeUrl({ path, restOfPath }: Endpoint): string {
  return restOfPath === undefined ? path : path.replace(`:${restOfPath}`, '*');
}

function paramsOf({ restOfPath }: Endpoint, params: unknown): unknown {
  if (restOfPath === undefined || typeof params !== 'object' || params === null) return params;
  const { '*': rest, ...others } = params as Readonly<Record<string, unknown>>;
  return { ...others, [restOfPath]: rest };
}

function render(endpoint: Endpoint, scope: Scope, answer: Answer<unknown>): Rendered {
  const { body, options } = answer;
  const status = options.status ?? endpoint.status ?? 200;
  if ('page' in body) return { status, text: body.page, isPage: true };
  const dataText = 'dataText' in body ? body.dataText : JSON.stringify(body.data);
  if (endpoint.envelope === 'none') return { status, text: dataText };
  const success: Success = {
    message: options.message ?? endpoint.message,
    status,
    dataText,
    ...(options.pagination && { pagination: options.pagination }),
    ...(options.extra && { extra: options.extra }),
  };
  return scope.success(success);
}

/** An answer that breaks the contract is a fault. Checked in tests, which call every endpoint. */
function checkAnswer(endpoint: Endpoint, { body, options }: Answer<unknown>): void {
  if ('page' in body) return;
  const data: unknown = 'dataText' in body ? JSON.parse(body.dataText) : body.data;
  const wire: unknown = JSON.parse(JSON.stringify({ ...options.extra, data }));
  const result = z.object({ ...endpoint.beside, data: endpoint.data }).safeParse(wire);
  if (result.success) return;
  const where = `${endpoint.method} ${endpoint.path}`;
  throw new Error(`${where} answers against its contract: ${result.error.message}`);
}
