import { expect, it } from 'vitest';
import type { CcxtClient } from './ccxtClient.ts';
import { endpoint, type NoFields } from './endpoint.ts';

interface CancelRequest {
  readonly symbol: string;
  readonly orderId?: string | undefined;
}

const cancel = endpoint<CancelRequest>('POST', 'private', 'v5/order/cancel');
const readTime = endpoint<NoFields>('GET', ['public', 'spot'], 'time');

function createClient() {
  const sent: unknown[] = [];
  const client: Pick<CcxtClient, 'request'> = {
    request(...asked) {
      sent.push(asked);
      return Promise.resolve('taken');
    },
  };
  return { client, sent };
}

it('sends the present fields to its path and returns the answer', async () => {
  const { client, sent } = createClient();
  expect(await cancel(client, { symbol: 'BTCUSDT', orderId: undefined })).toBe('taken');
  await readTime(client, {});
  expect(sent).toStrictEqual([
    ['v5/order/cancel', 'private', 'POST', { symbol: 'BTCUSDT' }],
    ['time', ['public', 'spot'], 'GET', {}],
  ]);
});

it('does not compile with a misspelt field, or with a field where there are none', async () => {
  const { client, sent } = createClient();
  // @ts-expect-error: the field is called orderId
  await cancel(client, { symbol: 'BTCUSDT', order_id: '1' });
  // @ts-expect-error: the endpoint takes no fields
  await readTime(client, { symbol: 'BTCUSDT' });
  const untyped = endpoint('GET', 'public', 'time');
  // @ts-expect-error: an endpoint without a type takes no request
  await untyped(client, {});
  expect(sent).toHaveLength(3);
});
