export {
  type AlgorithmEvent,
  type AlgorithmStream,
  type AlgorithmStreamOptions,
  openAlgorithmStream,
} from './algorithmStream.ts';
export type { AnswerNote } from './answer.ts';
export type { BookEvent, BookListener, StreamState } from './bookEvent.ts';
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type Method,
} from './createClient.ts';
export { ApiError, type ApiErrorCode, type ClientErrorCode } from './errors.ts';
export { type Runtime, systemRuntime } from './runtime.ts';
export type { WatchOptions } from './stream.ts';
export { type BookStream, type BookStreamOptions, openBookStream } from './stream.ts';
export { fetchTcaPage } from './tcaPage.ts';
export type { TransportAnswer, TransportRequest } from './transport.ts';
export { createFetchTransport, type Transport } from './transport.ts';
