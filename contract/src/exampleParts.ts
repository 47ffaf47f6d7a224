import type { Endpoint, Shape } from './endpoint.ts';
import { endpointExamples } from './examples.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of an example by the part of the request that carries them. */
export interface ExampleParts {
  readonly params: Fields;
  readonly query: Fields;
  readonly body: Fields;
}

const examples: ReadonlyMap<string, unknown> = new Map(Object.entries(endpointExamples));

/** Returns the example of the endpoint of that name by the parts of its request. */
export function exampleParts(name: string, { params, query, body }: Endpoint): ExampleParts {
  const example: Fields = Object(examples.get(name) ?? {});
  return { params: pick(example, params), query: pick(example, query), body: pick(example, body) };
}

function pick(example: Fields, part: Shape | undefined): Fields {
  const fields = new Set(Object.keys(part?.shape ?? {}));
  return Object.fromEntries(Object.entries(example).filter(([field]) => fields.has(field)));
}
