import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Rendered } from './scope.ts';

/** A text of this length is encoded in about a millisecond, and is longer than nearly all are. */
const sliceChars = 1_048_576;

/** A page contains its own styles and pictures: it loads, runs and sends nothing. */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
} as const;

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' } as const;

/** Sends a rendered answer. */
export function send(reply: FastifyReply, { status, text, isPage }: Rendered): void {
  reply.code(status).headers(isPage ? pageHeaders : jsonHeaders);
  if (text.length <= sliceChars) {
    void reply.send(text);
    return;
  }
  // Sent in slices as the client reads: encoding it all at once would block the event loop.
  reply.header('content-length', Buffer.byteLength(text));
  void reply.send(Readable.from(slicesOf(text), { objectMode: false }));
}

/** Yields the text in slices that split no character. */
function* slicesOf(text: string): Generator<Buffer> {
  for (let start = 0; start < text.length; ) {
    const end = start + sliceChars;
    const isSplit = (text.codePointAt(end - 1) ?? 0) > 0xffff;
    const next = isSplit ? end + 1 : end;
    yield Buffer.from(text.slice(start, next));
    start = next;
  }
}
