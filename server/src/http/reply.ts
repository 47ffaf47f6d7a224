import type { FastifyReply } from 'fastify';
import type { Rendered } from './scope.ts';

/** Sends a rendered answer. */
export function send(reply: FastifyReply, { status, text }: Rendered): void {
  void reply.code(status).header('content-type', 'application/json; charset=utf-8').send(text);
}
