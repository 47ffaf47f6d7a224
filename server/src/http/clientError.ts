import type { Socket } from 'node:net';
import { type ErrorCode, errorCatalogue } from '@windlass/contract';
import type { Clock } from '../kit/clock.ts';
import { securityHeaders } from './securityHeaders.ts';

/** Node.js's names of the causes that we distinguish. */
const causes: Readonly<Record<string, { readonly code: ErrorCode; readonly reason: string }>> = {
  HPE_HEADER_OVERFLOW: { code: 'HEADERS_TOO_LARGE', reason: 'Request Header Fields Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'REQUEST_TIMEOUT', reason: 'Request Timeout' },
};

/** Long enough for the client to read an answer; after that the connection is closed. */
const lingerMsMax = 1_000;

/**
 * Answers bytes that never became a request (headers too large, broken HTTP, too slow). The path is
 * not known then, so the answer contains the fields of both envelopes.
 */
export function answerClientError(error: { code?: string }, socket: Socket, clock: Clock): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, reason } = causes[error.code ?? ''] ?? {
    code: 'BAD_REQUEST',
    reason: 'Bad Request',
  };
  const { status, message } = errorCatalogue[code];
  const text = JSON.stringify({
    isError: true,
    success: false,
    message,
    statusCode: status,
    data: { error: code },
  });
  // Our end closes only our half: a peer that never closes its own would keep the descriptor
  // forever.
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  void clock.sleep(lingerMsMax, closed.signal).then(() => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${status} ${reason}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}
