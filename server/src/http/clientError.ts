import type { Socket } from 'node:net';
import { type ErrorCode, errorCatalogue } from '@windlass/contract';

/**
 * Answers bytes that never became a request (headers too large, broken HTTP, too slow). No path is
 * known then, so the answer carries the fields of both envelopes.
 */
export function answerClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW' ? 'HEADERS_TOO_LARGE' : 'BAD_REQUEST';
  const { status, message } = errorCatalogue[code];
  const text = JSON.stringify({
    isError: true,
    success: false,
    message,
    statusCode: status,
    data: { error: code },
  });
  const reason = code === 'HEADERS_TOO_LARGE' ? 'Request Header Fields Too Large' : 'Bad Request';
  socket.end(
    [
      `HTTP/1.1 ${status} ${reason}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}
