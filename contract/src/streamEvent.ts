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
  /** Roles of the key that it names; `public` without one. */
  readonly access: readonly Role[] | 'public';
  /** Events of the service that follow from it, in the order in which they come. */
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
