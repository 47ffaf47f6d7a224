import type { CcxtClient } from '../../../src/trading/venues/shared/live/ccxtClient.ts';
import type { Dialect, DialectCall } from '../../../src/trading/venues/shared/live/dialect.ts';
import { encodeRequest } from '../../../src/trading/venues/shared/live/encodeRequest.ts';
import { type PortPlant, portPlants } from '../plants/plant.ts';

/*
 * Mistakes of an adapter, each planted alone. A conformance suite that passes with one of them
 * proves nothing about the subject of the mistake.
 */

export type Params = Readonly<Record<string, unknown>>;

/** The parts of an order sent through ccxt's own method. */
export interface SentOrder {
  readonly symbol: string;
  readonly type: string;
  readonly side: string;
  readonly amount: number;
  readonly price: number | undefined;
  readonly params: Params;
}

/** Sends with changes; what it does not name stays as it was. */
export interface Mutation {
  /** Changes an order in ccxt's own method. */
  readonly sent?: (order: SentOrder) => Partial<SentOrder>;
  /** Changes a call of an endpoint by its path. */
  readonly asked?: (params: Params, path: string) => Params;
  /** Changes an order as ccxt makes it, before it is signed; undefined fields are left out. */
  readonly built?: (order: Params) => Params;
}

export type Mutations = Readonly<Record<string, Mutation>>;

export const without = (params: Params, ...names: readonly string[]): Params =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));

/** A mistake in the dialect of an exchange. */
export type DialectPlant = PortPlant<(dialect: Dialect) => Dialect>;

/** Returns the mistakes in an adapter's requests, and the signature that every venue refuses. */
export function requestPlants(mutations: Mutations): readonly DialectPlant[] {
  const changes = Object.entries(mutations).map(([name, mutation]) => {
    return [name, (dialect: Dialect) => mutated(dialect, mutation)] as const;
  });
  return portPlants({ ...Object.fromEntries(changes), sign: forged });
}

function forged(dialect: Dialect): Dialect {
  return { ...dialect, submit: (call, order) => forge(dialect, call, order) };
}

function mutated(dialect: Dialect, mutation: Mutation): Dialect {
  return {
    ...dialect,
    submit: ({ client, ...call }, order) =>
      dialect.submit({ ...call, client: wrong(client, mutation) }, order),
  };
}

function wrong(client: CcxtClient, { sent, asked, built }: Mutation): CcxtClient {
  const createOrder: CcxtClient['createOrder'] = (...order) => {
    const [symbol, type, side, amount, price, params] = order;
    const meant = { symbol, type, side, amount, price, params };
    const all = { ...meant, ...sent?.(meant) };
    const wrongParams = encodeRequest<Params>(all.params);
    return client.createOrder(all.symbol, all.type, all.side, all.amount, all.price, wrongParams);
  };
  const request: CcxtClient['request'] = (...[path, api, method, params]) =>
    client.request(path, api, method, encodeRequest<Params>(asked?.(params, path) ?? params));
  const own = Object.assign(Object.create(client) as CcxtClient, { createOrder, request });
  return built ? Object.assign(own, { createOrderRequest: builder(client, built) }) : own;
}

/** Changes orders of classes that make an order without sending it. */
function builder(client: CcxtClient, built: Required<Mutation>['built']) {
  const { createOrderRequest } = client as { createOrderRequest?(...order: unknown[]): Params };
  return (...order: unknown[]): Params => {
    const meant = createOrderRequest?.apply(client, order) ?? {};
    const all = Object.entries({ ...meant, ...built(meant) });
    return Object.fromEntries(all.filter(([, value]) => value !== undefined));
  };
}

/** Signs with another secret, which is put into the client itself: some of its calls are bound. */
async function forge(
  dialect: Dialect,
  call: DialectCall,
  order: Parameters<Dialect['submit']>[1],
): Promise<Awaited<ReturnType<Dialect['submit']>>> {
  // It consists of digits that are valid for a key of either kind.
  const another = Buffer.from('another secret of 32 bytes, sure').toString('hex');
  const client: { secret?: unknown; privateKey?: unknown } & CcxtClient = call.client;
  const { secret, privateKey } = client;
  Object.assign(client, { secret: another, privateKey: `0x${another}` });
  try {
    return await dialect.submit(call, order);
  } finally {
    Object.assign(client, { secret, privateKey });
  }
}
