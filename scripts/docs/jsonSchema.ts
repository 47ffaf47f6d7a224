import { z } from 'zod';

/** What the generated pages read of a JSON schema. */
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

/** What a caller may send. */
export function inputSchema(type: z.ZodType): JsonSchema {
  return toSchema(type, 'input');
}

/** What comes back. */
export function outputSchema(type: z.ZodType): JsonSchema {
  return toSchema(type, 'output');
}

function toSchema(type: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const text = JSON.stringify(z.toJSONSchema(type, { io, unrepresentable: 'any' }));
  return JSON.parse(text, (_key, value: unknown) => withOneType(value));
}

/** Several types in a list are a union, written shorter. */
function withOneType(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value;
  const { type, ...rest } = value;
  if (!Array.isArray(type)) return value;
  const { description, ...bounds }: Readonly<Record<string, unknown>> = rest;
  const anyOf = type.map((one: unknown) => ({ ...(one !== 'null' && bounds), type: one }));
  return { ...(description !== undefined && { description }), anyOf };
}

/** The members of a union, however they are nested; the schema itself when it is none. */
export function variantsOf(schema: JsonSchema): readonly JsonSchema[] {
  const members = schema.anyOf ?? schema.oneOf;
  return members ? members.flatMap(variantsOf) : [schema];
}

export function isNullable(schema: JsonSchema): boolean {
  return variantsOf(schema).some(({ type }) => type === 'null');
}
