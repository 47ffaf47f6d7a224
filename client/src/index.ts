export type {
  AlgorithmStreamEvent,
  AlgorithmUpdateEvent,
  ErrorCode,
  FieldIssue,
  GlobalBookWire,
  OrderFillEvent,
  OrderUpdateEvent,
  Pagination,
  SnapshotEvent,
  StreamDepth,
  StreamedBook,
} from '@windlass/contract';
export {
  type AlgorithmEvent,
  type AlgorithmStream,
  type AlgorithmStreamOptions,
  openAlgorithmStream,
} from './algorithmStream.ts';
export type { AnswerNote } from './answer.ts';
export type { BookEvent, BookListener, StreamState } from './bookEvent.ts';
export type { Client } from './client.ts';
export { type ClientOptions, createClient } from './createClient.ts';
export { ApiError, type ApiErrorCode, type ClientErrorCode } from './errors.ts';
export type { CallOptions, DataOf, InputOf, Method } from './method.ts';
export {
  type OrderEvent,
  type OrderListener,
  type OrderStream,
  type OrderStreamOptions,
  openOrderStream,
} from './orderStream.ts';
export { mayHaveHappened } from './outcome.ts';
export { type Runtime, systemRuntime } from './runtime.ts';
export type { WatchOptions } from './stream.ts';
export { type BookStream, type BookStreamOptions, openBookStream } from './stream.ts';
export { fetchTcaPage } from './tcaPage.ts';
export type { TransportAnswer, TransportRequest } from './transport.ts';
export { createFetchTransport, type Transport } from './transport.ts';
