import { z } from 'zod';

/** The parts of a JSON schema that the generated pages read. */
export interface JsonSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Returns the schema of what a caller may send. */
export function inputSchema(type: z.ZodType): JsonSchema {
  return toSchema(type, 'input');
}

/** Returns the schema of an answer. */
export function outputSchema(type: z.ZodType): JsonSchema {
  return toSchema(type, 'output');
}

function toSchema(type: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const text = JSON.stringify(z.toJSONSchema(type, { io, unrepresentable: 'any' }));
  return JSON.parse(text, (_key, value: unknown) => withOneType(value));
}

/** Turns a list of several types into a union, of which it is a short form. */
function withOneType(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value;
  const { type, ...rest } = value;
  if (!Array.isArray(type)) return value;
  const { description, ...bounds }: Readonly<Record<string, unknown>> = rest;
  const anyOf = type.map((one: unknown) => ({ ...(one !== 'null' && bounds), type: one }));
  return { ...(description !== undefined && { description }), anyOf };
}

/**
 * Returns the members of a union, however they are nested; the schema itself when it is no union.
 */
export function variantsOf(schema: JsonSchema): readonly JsonSchema[] {
  const members = schema.anyOf ?? schema.oneOf;
  return members ? members.flatMap(variantsOf) : [schema];
}

export function isNullable(schema: JsonSchema): boolean {
  return variantsOf(schema).some(({ type }) => type === 'null');
}
