import type { Endpoint } from '@windlass/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, beforeSending } from '../kit/errors.ts';
import { countedAddress } from '../kit/networks.ts';
import type { WindowState } from '../kit/rateLimit.ts';
import type { Authenticate, Caller, PathAllowed, Scope } from './scope.ts';

interface GuardDeps {
  readonly scope: Scope;
  readonly authenticate: Authenticate;
  readonly pathAllowed: PathAllowed;
}

/**
 * Lets a request through or refuses it before its body is read: 401 without a valid key, 429 past
 * the limit, 403 for a key that does not reach the path or lacks the role. Sets the limit's
 * headers.
 */
export type Guard = (
  access: Endpoint['access'],
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Caller | undefined>;

export function createGuard(deps: GuardDeps): Guard {
  const count = createCounter(deps);
  return async (access, request, reply) => {
    if (access === 'public') {
      // A health check every few seconds must never use up its own limit.
      setLimitHeaders(reply, deps.scope.peek(addressOf(request)));
      return undefined;
    }
    const caller = await count(request, reply);
    if (!caller) throw new AppError('UNAUTHORIZED');
    if (
      !hasRole(caller, access, deps.scope.service) ||
      !deps.pathAllowed(caller.paths, pathOf(request))
    ) {
      throw new AppError('FORBIDDEN');
    }
    return caller;
  };
}

/** Identifies the caller and counts the request; refuses past the limit. */
export type Counter = (request: FastifyRequest, reply: FastifyReply) => Promise<Caller | undefined>;

export function createCounter({ scope, authenticate }: Omit<GuardDeps, 'pathAllowed'>): Counter {
  return async (request, reply) => {
    const keyText = scope.keyText(request.headers);
    const caller = keyText === undefined ? undefined : await beforeSending(authenticate(keyText));
    const window = scope.count(caller ? `key:${caller.id}` : addressOf(request));
    setLimitHeaders(reply, window);
    if (window.allowed) return caller;
    reply.header('retry-after', window.retryAfterSec);
    throw new AppError('RATE_LIMITED', {
      message: `Rate limit exceeded. Try again in ${window.retryAfterSec} seconds.`,
    });
  };
}

/** Requests without a valid key share a window per address: a flood of them gets 429. */
export function addressOf(request: FastifyRequest): string {
  return `address:${countedAddress(request.ip)}`;
}

/**
 * Refuses a key that is bound to accounts endpoints without an account, or about all: keys, the
 * audit log, webhooks and portfolios would give it access beyond its own accounts.
 */
export function requireWholeReach(
  { needsWholeReach }: Pick<Endpoint, 'needsWholeReach'>,
  caller: Caller | undefined,
): void {
  if (!needsWholeReach || caller?.exchangeAccountIds === undefined) return;
  throw new AppError('FORBIDDEN', {
    message: 'Forbidden - this needs a key that reaches every exchange account.',
  });
}

/**
 * An admin may do everything; one that is bound to accounts everything that belongs to an account.
 * Vaults belong to none, so that it needs their own role to change them.
 */
function hasRole(
  caller: Caller,
  access: Endpoint['access'],
  service: Endpoint['service'],
): boolean {
  if (access === 'any' || access === 'public') return true;
  const isBound = caller.exchangeAccountIds !== undefined;
  const isAdminHere = service === 'trading' || !isBound;
  return caller.roles.some((role) => (role === 'admin' && isAdminHere) || access.includes(role));
}

/** Returns the path as sent, without its query and the origin of an absolute-form target. */
export function pathOf(request: { readonly url: string }): string {
  const isPlain = request.url.startsWith('/');
  const url = isPlain ? request.url : request.url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  // The router treats a semicolon as part of the path, and so must every check of the path.
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

export function setLimitHeaders(reply: FastifyReply, window: WindowState): void {
  reply.header('x-ratelimit-limit', window.limit);
  reply.header('x-ratelimit-remaining', window.remaining);
  reply.header('x-ratelimit-reset', window.resetAtSec);
}
