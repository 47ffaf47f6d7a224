import { expect, test } from 'vitest';
import { endpoints, endpointTags } from '../../contract/src/index.ts';
import { renderCollection } from './collection.ts';

const collection = JSON.parse(renderCollection({ endpoints, tags: endpointTags }).text);
interface Item {
  readonly name: string;
  readonly request: {
    readonly url: object;
    readonly header: { key: string; value: string }[];
    readonly body?: { readonly raw: string };
  };
}
const items: Item[] = collection.item.flatMap(({ item }: { item: Item[] }) => item);
const itemOf = ({ summary }: { readonly summary: string }) =>
  items.find(({ name }) => name === summary)?.request;

test('every body is one that its endpoint would take', () => {
  const withBody = Object.values(endpoints).filter((endpoint) => endpoint.body !== undefined);
  expect(items.filter(({ request }) => request.body)).toHaveLength(withBody.length);
  for (const endpoint of withBody) {
    const raw = itemOf(endpoint)?.body?.raw ?? '';
    expect(endpoint.body?.safeParse(JSON.parse(raw)).error, endpoint.summary).toBeUndefined();
  }
});

test('the key goes in the header of the API, and nowhere without need', () => {
  const headers = (endpoint: { readonly summary: string }) =>
    itemOf(endpoint)?.header.map(({ key, value }) => `${key}: ${value}`);
  expect(headers(endpoints.listVaults)).toEqual(['Authorization: Bearer {{key}}']);
  expect(headers(endpoints.listKeys)).toEqual(['X-API-Key: {{key}}']);
  expect(headers(endpoints.getHealth)).toEqual([]);
});

test('parts of paths are variables of the request, and queries are listed', () => {
  expect(itemOf(endpoints.getOrder)?.url).toEqual({
    raw: '{{baseUrl}}/order-execution/execution/order/:order_id?exchange_account_id=paper-binance',
    host: ['{{baseUrl}}'],
    path: ['order-execution', 'execution', 'order', ':order_id'],
    query: [{ key: 'exchange_account_id', value: 'paper-binance' }],
    variable: [{ key: 'order_id', value: 'my-order-1' }],
  });
});
