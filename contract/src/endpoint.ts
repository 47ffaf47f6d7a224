import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { EndpointTag } from './tags.ts';

/** The two services, and what both share. It decides the key header and the envelope. */
export type ServiceName = 'vault' | 'trading';

/** Roles that a key may have. Admins may do everything. */
export const roles = ['admin', 'trader', 'viewer', 'pms_user', 'analyst', 'vault_manager'] as const;
export type Role = (typeof roles)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Any object schema. Endpoints without params, query or body leave that part out. */
export type Shape = z.ZodObject<z.ZodRawShape>;

/** Headlines by the first wrong part of the request. Parts left out have the default headline. */
export interface InvalidHeadlines {
  readonly params?: string;
  readonly query?: string;
  readonly body?: string;
  /** Used when only that field is wrong. */
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * Declaration of one endpoint. The server's route, the validation, the OpenAPI document and the
 * client's method all come from this object.
 */
export interface Endpoint<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Shape | undefined = Shape | undefined,
  Data extends z.ZodType = z.ZodType,
> {
  readonly service: ServiceName;
  readonly method: Method;
  /** Path with `:name` parameters. */
  readonly path: string;
  /** The last parameter when it takes the rest of the path, slashes included. */
  readonly restOfPath?: string;
  /** One line for the documentation. */
  readonly summary: string;
  readonly description?: string;
  /** Heading of the endpoint in the documentation. */
  readonly tag: EndpointTag;
  /** Roles that may call; `any` key, or `public` without one. Admin always may. */
  readonly access: readonly Role[] | 'any' | 'public';
  /**
   * Keys that are bound to accounts are refused: the endpoint concerns no account, or all of them.
   */
  readonly needsWholeReach?: true;
  /**
   * Set on endpoints that send and change nothing although they are no GET. Their failures say so.
   */
  readonly readsOnly?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Shape of `data`; of the whole answer when `envelope` is `none`. */
  readonly data: Data;
  /** Fields that stand beside `data` in the envelope of a success. */
  readonly beside?: Readonly<Record<string, z.ZodType>>;
  /** Message of a success. A handler may answer with another one. */
  readonly message: string;
  /** Status of success when it is not 200. */
  readonly status?: 201;
  /**
   * Status of an answer in the same shape that says no. It is no refusal and is not tried again.
   */
  readonly statusOfNo?: 503;
  /** `none`: the answer stands alone, without envelope. */
  readonly envelope?: 'none';
  /** Headline of a validation failure, for all of the input or by the part that is wrong. */
  readonly invalid?: string | InvalidHeadlines;
  /**
   * Longest time an answer may take, in milliseconds. Callers wait at least as long. Undefined
   * means the default of a few seconds.
   */
  readonly answersWithinMs?: number;
  /** Refusals name fields and never repeat values: some of them are secrets. */
  readonly hidesValues?: true;
  /** Refusals worth documenting beyond those every endpoint shares. */
  readonly errors?: readonly ErrorCode[];
}

/** Declares an endpoint, keeping the exact types of its schemas. */
export function defineEndpoint<
  Data extends z.ZodType,
  Params extends Shape | undefined = undefined,
  Query extends Shape | undefined = undefined,
  Body extends Shape | undefined = undefined,
>(endpoint: Endpoint<Params, Query, Body, Data>): Endpoint<Params, Query, Body, Data> {
  return endpoint;
}

type PartInput<Part> = Part extends Shape ? z.input<Part> : unknown;
type PartOutput<Part> = Part extends Shape ? z.output<Part> : undefined;

/** Input of a caller: parameters, query and body in one flat object. */
export type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B, z.ZodType>
    ? PartInput<P> & PartInput<Q> & PartInput<B>
    : never;

/** Input of a handler: each part parsed. */
export interface Parsed<E> {
  readonly params: E extends Endpoint<infer P, Shape | undefined, Shape | undefined, z.ZodType>
    ? PartOutput<P>
    : never;
  readonly query: E extends Endpoint<Shape | undefined, infer Q, Shape | undefined, z.ZodType>
    ? PartOutput<Q>
    : never;
  readonly body: E extends Endpoint<Shape | undefined, Shape | undefined, infer B, z.ZodType>
    ? PartOutput<B>
    : never;
}

/** Type of the answer's `data`. */
export type Data<E> =
  E extends Endpoint<Shape | undefined, Shape | undefined, Shape | undefined, infer D>
    ? z.output<D>
    : never;
