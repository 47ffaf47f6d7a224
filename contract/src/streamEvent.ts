import type { z } from 'zod';
import type { Role } from './endpoint.ts';

/** An event that the service sends. */
export interface ServerEvent<Payload extends z.ZodObject = z.ZodObject> {
  /** One line for the documentation. */
  readonly summary: string;
  readonly description?: string;
  readonly payload: Payload;
}

/** An event that a client sends. */
export interface ClientEvent<Payload extends z.ZodObject = z.ZodObject>
  extends ServerEvent<Payload> {
  /** Roles that the named key needs one of; `public` when no key is needed. */
  readonly access: readonly Role[] | 'public';
  /** Events that the service sends in answer, in their order. */
  readonly answers: readonly string[];
  /** A payload as a client would send it. */
  readonly example: z.input<Payload>;
}

/** Declares an event of the service, keeping the exact type of its payload. */
export function defineServerEvent<Payload extends z.ZodObject>(
  event: ServerEvent<Payload>,
): ServerEvent<Payload> {
  return event;
}

/** Declares an event of a client, keeping the exact type of its payload. */
export function defineClientEvent<Payload extends z.ZodObject>(
  event: ClientEvent<Payload>,
): ClientEvent<Payload> {
  return event;
}
