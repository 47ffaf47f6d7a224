import fastify from 'fastify';
import { expect, it } from 'vitest';
import { send } from './reply.ts';

async function sent(text: string) {
  const instance = fastify();
  instance.get('/', (_, reply) => send(reply, { status: 207, text }));
  return instance.inject('/');
}

it.each([
  ['short', '{"a":1}'],
  ['of exactly one slice', 'x'.repeat(1_048_576)],
  ['of several slices', 'abc'.repeat(1_000_000)],
  ['with characters of two units at every edge', `${'x'.repeat(1_048_575)}${'🔑'.repeat(600_000)}`],
  ['with such characters inside the slices', '🔑é'.repeat(500_000)],
])('a text %s arrives as it was', async (_, text) => {
  const answer = await sent(text);
  expect(answer.statusCode).toBe(207);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
  });
  expect(answer.body === text).toBe(true);
});
