import type { CallOptions, Client } from '@windlass/client';
import { type Endpoint, type EndpointName, endpoints } from '@windlass/contract';
import { z } from 'zod';

/** What a tool is given, read by its schema. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** A tool that is an endpoint under a name of its own. */
export interface EndpointTool {
  readonly name: string;
  /** In the place of the endpoint's description, where that tells of what the tool has not. */
  readonly description?: string;
  /** After what the contract says of the endpoint: units, and what to know beforehand. */
  readonly about?: string;
  /** Fields of the endpoint that a tool does not offer. */
  readonly without?: readonly string[];
  /** In the place of the endpoint's own defaults: an assistant wants less at once. */
  readonly defaults?: Readonly<Record<string, number>>;
  /** The caller's own name for what is made, which the endpoint does not insist on. */
  readonly ownName?: string;
  /** In the place of the endpoint's fields of the same names. */
  readonly fields?: Readonly<Record<string, z.ZodType>>;
  /** Sent with every call, whatever was given. */
  readonly always?: ToolInput;
}

/** Parameters, query and body in one flat object, as the client takes them. */
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
  if (usual !== undefined) return z._default(schema, usual).describe(`${usual} unless given`);
  return field === ownName ? z.nonoptional(schema).describe(onceOnly) : schema;
}

/** The contract's words of the endpoint, then the tool's own. */
export function describeTool(name: EndpointName, tool: EndpointTool): string {
  const { summary, description }: Endpoint = endpoints[name];
  const parts = [`${summary}.`, tool.description ?? description, tool.about];
  return parts.filter((part) => part !== undefined).join(' ');
}

type Call = (input: ToolInput, options?: CallOptions) => Promise<unknown>;

/** The client's method for an input that its own schema has read. */
export function methodOf(client: Client, name: EndpointName): Call {
  // Schema and method come from the same endpoint, which the compiler cannot follow here.
  return client[name] as Call;
}
