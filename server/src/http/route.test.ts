import { defineEndpoint } from '@windlass/contract';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createManualClock } from '../../test/support/manualClock.ts';
import { StoreError, toAppError } from '../kit/errors.ts';
import { createFixedWindow } from '../kit/rateLimit.ts';
import { createTradingScope } from '../trading/scope.ts';
import { bind } from './bind.ts';
import { registerBinding } from './route.ts';

const common = { service: 'trading', path: '/thing', tag: 'System', summary: 'A thing' } as const;
const plain = { access: 'public', data: z.object({}), message: 'Done' } as const;

it.each([
  ['a read', defineEndpoint({ ...common, ...plain, method: 'GET' }), 'Nothing was changed'],
  [
    'a computation',
    defineEndpoint({ ...common, ...plain, method: 'POST', readsOnly: true }),
    'Nothing was changed',
  ],
  ['all else', defineEndpoint({ ...common, ...plain, method: 'POST' }), 'Part of the request may'],
])(
  'a database that fails %s is told with what that leaves behind',
  async (_what, endpoint, says) => {
    const instance = fastify();
    instance.setErrorHandler((error, _request, reply) => {
      const { status, message } = toAppError(error);
      void reply.code(status).send(message);
    });
    const limit = createFixedWindow({
      clock: createManualClock(),
      limit: 10,
      windowMs: 1_000,
      callersMax: 10,
    });
    registerBinding(instance, {
      binding: bind(endpoint, async () => {
        throw new StoreError('the connection broke');
      }),
      scope: createTradingScope({ limit }),
      guard: async () => undefined,
      checkAnswers: true,
    });
    const { statusCode, body } = await instance.inject({ method: endpoint.method, url: '/thing' });
    expect([statusCode, body]).toEqual([503, expect.stringContaining(says)]);
  },
);
