import type { CallOptions, Client } from '@windlass/client';
import { type Endpoint, type EndpointName, endpoints } from '@windlass/contract';
import { z } from 'zod';

/** Input of a tool, as its schema read it. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** A tool that offers an endpoint under its own name. */
export interface EndpointTool {
  readonly name: string;
  /** Replaces the endpoint's description when that mentions things the tool does not have. */
  readonly description?: string;
  /** Added after the contract's description: units, and what to know beforehand. */
  readonly about?: string;
  /** Fields of the endpoint that a tool does not offer. */
  readonly without?: readonly string[];
  /** Replace the endpoint's own defaults: an assistant wants less at once. */
  readonly defaults?: Readonly<Record<string, number>>;
  /**
   * Field of the caller's own name for what is made. The tool requires it; the endpoint does not.
   */
  readonly ownName?: string;
  /** Replace the endpoint's fields of the same names. */
  readonly fields?: Readonly<Record<string, z.ZodType>>;
  /** Sent with every call, whatever was given. */
  readonly always?: ToolInput;
}

/**
 * Returns the schema of parameters, query and body in one flat object, as the client takes them.
 */
export function inputSchemaOf(name: EndpointName, tool: EndpointTool): z.ZodObject {
  const { params, query, body }: Endpoint = endpoints[name];
  const own = { ...params?.shape, ...query?.shape, ...body?.shape, ...tool.fields };
  const offered = Object.entries(own).filter(([field]) => !tool.without?.includes(field));
  return z.strictObject(
    Object.fromEntries(offered.map(([field, schema]) => [field, adapt(field, schema, tool)])),
  );
}

const onceOnly =
  'Your own name for it. Choose a new one for everything new and the same for a repetition: what ' +
  'has that name is done once, for ever.';

type Schema = z.core.$ZodType;

function adapt(field: string, schema: Schema, { defaults, ownName }: EndpointTool): Schema {
  const usual = defaults?.[field];
  if (usual !== undefined) return z._default(schema, usual).describe(`default ${usual}`);
  return field === ownName ? z.nonoptional(schema).describe(onceOnly) : schema;
}

/** Returns the contract's description of the endpoint, then the tool's own. */
export function describeTool(name: EndpointName, tool: EndpointTool): string {
  const { summary, description }: Endpoint = endpoints[name];
  const parts = [`${summary}.`, tool.description ?? description, tool.about];
  return parts.filter((part) => part !== undefined).join(' ');
}

type Call = (input: ToolInput, options?: CallOptions) => Promise<unknown>;

/** Returns the client's method for an input that its own schema has read. */
export function methodOf(client: Client, name: EndpointName): Call {
  // Schema and method come from the same endpoint, which the compiler cannot follow here.
  return client[name] as Call;
}
