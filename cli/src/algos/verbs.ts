import { ApiError } from '@windlass/client';
import type {
  AlgorithmParamsInput,
  AlgorithmStatusWire,
  AlgorithmTypeWire,
  AlgorithmWire,
} from '@windlass/contract';
import { CommandError, exitCodes, explain } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { placeOf } from '../page.ts';
import { type GlobalOptions, openClient } from '../settings.ts';
import { toSymbolName } from '../symbol.ts';
import { createPaint, hasColours, printable, withoutStop } from '../text.ts';
import { writeJson } from '../vaults/report.ts';
import { renderDetails } from './details.ts';
import { describeProgress, renderAlgorithm, renderAlgorithms } from './format.ts';
import { type GivenParameter, toParams } from './parameters.ts';

/** The order that an algorithm is started with. */
export interface StartedOrder {
  readonly type: AlgorithmTypeWire;
  readonly symbol: string;
  readonly side: AlgorithmWire['side'];
  readonly quantity: number;
}

export interface StartOptions extends GlobalOptions {
  readonly accounts: readonly string[];
  readonly limitPrice?: number;
  readonly reduceOnly?: boolean;
  readonly clientId?: string;
  readonly param?: readonly GivenParameter[];
}

export interface ListOptions extends GlobalOptions {
  readonly status?: AlgorithmStatusWire;
  readonly type?: AlgorithmTypeWire;
  readonly symbol?: string;
  readonly page?: number;
  readonly size?: number;
}

export interface ShowOptions extends GlobalOptions {
  readonly all?: boolean;
}

export type Move = 'pause' | 'resume' | 'cancel';

export async function startAlgorithm(
  order: StartedOrder,
  options: StartOptions,
  io: CliIo,
): Promise<number> {
  const { type, side, quantity } = order;
  const symbol = toSymbolName(order.symbol);
  const params = toParams(type, options.param ?? []);
  const starting = openClient(options, io).startAlgorithm({
    algorithm_type: type,
    symbol,
    side,
    quantity,
    exchange_account_ids: [...options.accounts],
    limit_price: options.limitPrice,
    reduce_only: options.reduceOnly,
    client_algorithm_id: options.clientId,
    // The service decides whether these are the type's parameters: it knows types and bounds best.
    params: params as AlgorithmParamsInput,
  });
  const algorithm = await starting.catch((failure: unknown) => {
    throw toStartFailure(failure, type, options);
  });
  if (options.json) writeJson(algorithm, io);
  else io.stdout.write(renderAlgorithm(algorithm, createPaint(hasColours(io))));
  return exitCodes.ok;
}

/** Prints one page of the algorithms, newest first. */
export async function listAlgorithms(options: ListOptions, io: CliIo): Promise<number> {
  const { status, type, symbol, page, size } = options;
  const found = await openClient(options, io).listAlgorithms({
    status,
    algorithm_type: type,
    page,
    size,
    symbol: symbol === undefined ? undefined : toSymbolName(symbol),
  });
  if (options.json) {
    writeJson(found, io);
    return exitCodes.ok;
  }
  const paint = createPaint(hasColours(io));
  if (found.orders.length > 0) io.stdout.write(renderAlgorithms(found.orders, paint));
  io.stdout.write(`${placeOf({ ...found, count: found.orders.length }, 'algorithm')}\n`);
  return exitCodes.ok;
}

export async function showAlgorithm(id: string, options: ShowOptions, io: CliIo): Promise<number> {
  const details = await openClient(options, io).getAlgorithm({ order_id: id });
  const looks = { isWhole: options.all === true, paint: createPaint(hasColours(io)) };
  if (options.json) writeJson(details, io);
  else io.stdout.write(renderDetails(details, looks));
  return exitCodes.ok;
}

/** Pauses, resumes or cancels, and prints the state afterwards. */
export async function moveAlgorithm(
  { id, move }: { readonly id: string; readonly move: Move },
  options: GlobalOptions,
  io: CliIo,
): Promise<number> {
  const client = openClient(options, io);
  const moves = {
    pause: client.pauseAlgorithm,
    resume: client.resumeAlgorithm,
    cancel: client.cancelAlgorithm,
  } as const satisfies Record<Move, unknown>;
  const algorithm = await moves[move]({ order_id: id });
  const progress = describeProgress(algorithm, io.runtime.now());
  if (options.json) writeJson(algorithm, io);
  else io.stdout.write(`${printable(algorithm.order_id)}  ${progress}\n`);
  return exitCodes.ok;
}

/** Adds what to do next: a large order must not be started twice because an answer was missing. */
function toStartFailure(failure: unknown, type: AlgorithmTypeWire, options: StartOptions): unknown {
  if (!(failure instanceof ApiError)) return failure;
  const said = withoutStop(explain(failure));
  switch (failure.code) {
    case 'VALIDATION_FAILED':
      if (!concernsParams(failure.data)) return failure;
      return new CommandError(`${said}. See "npx windlass algos start ${type} --help".`);
    case 'NETWORK_ERROR':
    case 'TIMEOUT':
      return new CommandError(`${said}. Start not confirmed: ${nextOf(options)}`);
    default:
      return failure;
  }
}

/** True when one of the refused fields is a parameter of the type. */
function concernsParams(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('errors' in data)) return false;
  const { errors } = data;
  if (!Array.isArray(errors)) return false;
  return errors.some(({ field }: { field?: unknown }) => String(field).startsWith('params.'));
}

function nextOf({ clientId }: StartOptions): string {
  if (clientId === undefined) {
    return 'look with "npx windlass algos list" before you start it again.';
  }
  return 'start it again as it was; with --client-id it runs once.';
}
