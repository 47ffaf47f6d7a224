import { type Endpoint, endpointExamples, endpoints } from '@windlass/contract';
import { z } from 'zod';
import type { Random } from '../../../src/kit/random.ts';
import { hostileTexts, hostileValues, likely, rawBodies } from './pools.ts';

/** A request as it is sent. */
export interface FuzzRequest {
  readonly endpoint: string;
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly body: string | undefined;
}

export interface Drawing {
  readonly random: Random;
  /** Names that answers contained: of orders, plans, keys, vaults. */
  readonly ids: readonly string[];
}

/** A field as the contract's own schema describes it. */
interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Field {
  readonly name: string;
  readonly schema: FieldSchema | undefined;
}

interface Part {
  readonly names: readonly string[];
  readonly required: ReadonlySet<string>;
  readonly schemaOf: (name: string) => FieldSchema;
}

/** Requests that change something are drawn more often than reads. */
const bodyWeight = 3;

const drawn = Object.entries(endpoints).flatMap(([name, endpoint]: [string, Endpoint]) => {
  const one = {
    name,
    endpoint,
    params: partOf(endpoint.params),
    query: partOf(endpoint.query),
    body: partOf(endpoint.body),
    example: new Map<string, unknown>(Object.entries(Reflect.get(endpointExamples, name) ?? {})),
  };
  return Array.from({ length: endpoint.body ? bodyWeight : 1 }, () => one);
});

function partOf(shape: Endpoint['body']): Part | undefined {
  if (!shape) return undefined;
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as FieldSchema & {
    readonly required?: readonly string[];
  };
  const properties = schema.properties ?? {};
  return {
    names: Object.keys(properties),
    required: new Set(schema.required ?? []),
    schemaOf: (name) => properties[name] ?? {},
  };
}

/** Share of requests that begin as the example of the contract, which a service mostly accepts. */
const exampleShare = 0.5;
/** Share of their fields that stay as they are. */
const keptShare = 0.85;
const noExample: ReadonlyMap<string, unknown> = new Map();

interface Bending {
  /** Share of the values that are arbitrary. */
  readonly wildness: number;
  readonly known: ReadonlyMap<string, unknown>;
}

/** Draws a request to any endpoint: often one that could be meant, changed in some places. */
export function drawRequest(drawing: Drawing): FuzzRequest {
  const { random } = drawing;
  const { name, endpoint, params, query, body, example } = pick(random, drawn);
  const wildness = pick(random, [0, 0.05, 0.15, 0.5]);
  const known = chance(random, exampleShare) ? example : noExample;
  let url = endpoint.path;
  for (const each of params?.names ?? []) {
    const value = plainText(
      drawValue(drawing, { name: each, schema: params?.schemaOf(each) }, wildness),
    );
    url = url.replace(`:${each}`, chance(random, 0.05) ? value : encoded(value));
  }
  const asked = new URLSearchParams();
  for (const [each, value] of fieldsOf(drawing, query, { wildness, known })) {
    const times = chance(random, 0.03) ? 2 : 1;
    for (let sent = 0; sent < times; sent += 1) asked.append(each, plainText(value));
  }
  const search = asked.toString();
  const sent =
    body && endpoint.method !== 'GET' ? bodyOf(drawing, body, { wildness, known }) : undefined;
  return {
    endpoint: name,
    method: endpoint.method,
    url: url + (search === '' ? '' : `?${search}`),
    body: sent,
  };
}

function bodyOf(drawing: Drawing, part: Part, bending: Bending): string {
  const { random } = drawing;
  if (chance(random, 0.04)) return pick(random, rawBodies);
  // Entries of such an object may have any name, even those that an object has already.
  const object = Object.fromEntries(fieldsOf(drawing, part, bending));
  if (chance(random, 0.01)) return `[${text(object)}]`;
  const whole = text(object);
  if (chance(random, 0.02)) return whole.slice(0, Math.floor(whole.length * random.next()));
  return whole;
}

/** Returns a value where only text is possible. */
function plainText(value: unknown): string {
  return typeof value === 'object' ? text(value) : String(value);
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

function fieldsOf(
  drawing: Drawing,
  part: Part | undefined,
  { wildness, known }: Bending,
): [string, unknown][] {
  const { random } = drawing;
  const fields: [string, unknown][] = [];
  for (const name of part?.names ?? []) {
    if (known.has(name) && chance(random, keptShare)) {
      fields.push([name, known.get(name)]);
      continue;
    }
    const share = part?.required.has(name) ? 1 - wildness / 4 : pick(random, [0.1, 0.4]);
    if (!chance(random, share)) continue;
    fields.push([
      bent(random, name, wildness),
      drawValue(drawing, { name, schema: part?.schemaOf(name) }, wildness),
    ]);
  }
  if (part && chance(random, wildness / 4)) {
    fields.push([pick(random, hostileTexts), anyValue(drawing, 0)]);
  }
  return fields;
}

/** Returns the name, or a similar one that does not exist. */
function bent(random: Random, name: string, wildness: number): string {
  if (!chance(random, wildness / 10)) return name;
  return pick(random, [name.toUpperCase(), `${name}x`, name.slice(1), name.replaceAll('_', '')]);
}

function drawValue(drawing: Drawing, { name, schema = {} }: Field, wildness: number): unknown {
  const { random, ids } = drawing;
  if (chance(random, wildness)) return anyValue(drawing, 0);
  const known = likely[name];
  if (known && chance(random, 0.8)) return pick(random, known);
  const isId = name === 'id' || name.endsWith('_id') || name.endsWith('Id');
  if (isId && ids.length > 0 && chance(random, 0.8)) return pick(random, ids);
  return ofSchema(drawing, schema, wildness);
}

function ofSchema(drawing: Drawing, schema: FieldSchema, wildness: number): unknown {
  const { random } = drawing;
  if (schema.enum) return pick(random, schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return ofSchema(drawing, pick(random, choices), wildness);
  const { type } = schema;
  switch (typeof type === 'string' ? type : type?.[0]) {
    case 'boolean':
      return chance(random, 0.5);
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 100_000 } = schema;
      const value = random.between(minimum, Math.min(maximum, minimum + 1e6));
      return type === 'integer' ? Math.floor(value) : value;
    }
    case 'array': {
      const length = Math.floor(random.between(0, 4));
      return Array.from({ length }, () => ofSchema(drawing, schema.items ?? {}, wildness));
    }
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(() => chance(random, 0.6))
          .map(([name, own]) => [name, drawValue(drawing, { name, schema: own }, wildness)]),
      );
    case 'string':
      return chance(random, 0.5) ? 'fuzzed' : pick(random, hostileTexts);
    default:
      return anyValue(drawing, 0);
  }
}

const depthMax = 3;

function anyValue(drawing: Drawing, depth: number): unknown {
  const { random } = drawing;
  const kind = random.next();
  if (kind < 0.4) return pick(random, hostileValues);
  if (kind < 0.75 || depth >= depthMax) return pick(random, hostileTexts);
  if (kind < 0.8) return nested(pick(random, [10, 200, 3_000]));
  if (kind < 0.85) return Array.from({ length: pick(random, [2, 100, 5_000]) }, () => 1);
  const names = [pick(random, hostileTexts), ...Object.keys(likely).slice(0, 3)];
  return Object.fromEntries(names.map((name) => [name, anyValue(drawing, depth + 1)]));
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let count = 0; count < depth; count += 1) value = count % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Encodes for a path; half a surrogate pair cannot be encoded, and is sent as its replacement. */
function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

function chance(random: Random, share: number): boolean {
  return random.next() < share;
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random.next() * values.length)];
  if (value === undefined && values.length === 0) throw new Error('nothing to pick from');
  return value as Value;
}
