import type { Data, EndpointName, endpoints, Input } from '@windlass/contract';
import type { AnswerNote } from './answer.ts';

export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt of this call, instead of the client's and the contract's. */
  readonly timeoutMs?: number | undefined;
  /**
   * Called with the parts of a successful answer beside its data, before the call resolves.
   *
   * @example
   * let place: Pagination | undefined;
   * await client.listVaults({ page: 2 }, { onAnswer: ({ pagination }) => (place = pagination) });
   */
  readonly onAnswer?: ((note: AnswerNote) => void) | undefined;
}

/** One endpoint as a function. The input may be omitted when nothing in it is required. */
export type Method<E> =
  Record<never, never> extends Input<E>
    ? (input?: Input<E>, options?: CallOptions) => Promise<Data<E>>
    : (input: Input<E>, options?: CallOptions) => Promise<Data<E>>;

/**
 * Input of a method.
 *
 * @example const order: InputOf<'submitOrder'> = { ...market, side: 'buy', quantity: 0.01 };
 */
export type InputOf<Name extends EndpointName> = Input<(typeof endpoints)[Name]>;

/**
 * Type that a method's promise resolves with.
 *
 * @example function draw(book: DataOf<'getBook'>): void
 */
export type DataOf<Name extends EndpointName> = Data<(typeof endpoints)[Name]>;
