import { type Endpoint, exampleParts } from '../../contract/src/index.ts';
import type { GeneratedFile } from './generatedFile.ts';

export interface CollectionInput {
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  /** Headings with the text below each. */
  readonly tags: Readonly<Record<string, string>>;
}

/** Returns the collection of requests in the Postman format 2.1, which Bruno imports as well. */
export function renderCollection({ endpoints, tags }: CollectionInput): GeneratedFile {
  const collection = {
    info: {
      name: 'Windlass',
      description:
        'Every endpoint, with an example. Set `baseUrl` and `key` in the variables. Generated ' +
        'from the contract by `npm run docs`.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:3000' },
      { key: 'key', value: '' },
    ],
    item: Object.entries(tags).map(([name, description]) => ({
      name,
      description,
      item: Object.entries(endpoints)
        .filter(([, { tag }]) => tag === name)
        .map(toItem),
    })),
  };
  const text = `${JSON.stringify(collection, undefined, 2)}\n`;
  return { path: 'docs/windlass.postman_collection.json', text };
}

function toItem([name, endpoint]: readonly [string, Endpoint]) {
  const { method, summary, description, service, access } = endpoint;
  const { params, query, body } = exampleParts(name, endpoint);
  const headers = [
    ...(access === 'public' ? [] : [keyHeader(service)]),
    ...(endpoint.body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
  ];
  return {
    name: summary,
    request: {
      method,
      description: [`\`${name}\``, description].filter(Boolean).join('\n\n'),
      header: headers,
      url: toUrl(endpoint, params, query),
      ...(endpoint.body && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(body, undefined, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
  };
}

/** Returns the header of the key; each API has one of its own. */
function keyHeader(service: Endpoint['service']) {
  return service === 'vault'
    ? { key: 'Authorization', value: 'Bearer {{key}}' }
    : { key: 'X-API-Key', value: '{{key}}' };
}

type Fields = Readonly<Record<string, unknown>>;

function toUrl({ path }: Endpoint, params: Fields, query: Fields) {
  const pairs = Object.entries(query).map(([key, value]) => ({ key, value: String(value) }));
  const search = pairs.map(({ key, value }) => `${key}=${value}`).join('&');
  const variables = Object.entries(params).map(([key, value]) => ({ key, value: String(value) }));
  return {
    raw: `{{baseUrl}}${path}${search && `?${search}`}`,
    host: ['{{baseUrl}}'],
    path: path.slice(1).split('/'),
    ...(pairs.length > 0 && { query: pairs }),
    ...(variables.length > 0 && { variable: variables }),
  };
}
