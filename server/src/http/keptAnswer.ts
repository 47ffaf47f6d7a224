import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Smaller answers gain nothing from compression. */
const compressedBytesMin = 1_024;
const compressible = /^(?:text\/|application\/j|image\/svg)/;

interface Kept {
  readonly content: Buffer;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type KeptAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Buffer | undefined>;

/**
 * Answers from memory, compressed once. Callers need no key and may never read the answer: opening
 * a file for each request would use up the descriptors of the process, and compressing again its
 * processors.
 */
export function createKeptAnswer({ content, contentType, headers }: Kept): KeptAnswer {
  const etag = `"${hash('sha256', content, 'base64url')}"`;
  const mayShrink = compressible.test(contentType) && content.length >= compressedBytesMin;
  const fixed = {
    etag,
    'content-type': contentType,
    ...(mayShrink && { vary: 'accept-encoding' }),
    ...headers,
  };
  let compressed: Promise<Buffer> | undefined;
  return async (request, reply) => {
    void reply.headers(fixed);
    if (namesTag(request.headers['if-none-match'], etag)) {
      void reply.code(304);
      return undefined;
    }
    if (!mayShrink || !takesGzip(request.headers['accept-encoding'])) return content;
    compressed ??= promisify(gzip)(content);
    void reply.header('content-encoding', 'gzip');
    return compressed;
  };
}

/** Returns true when the client has the answer already; proxies that compress weaken its tag. */
function namesTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags?.includes(etag) ?? false;
}

function takesGzip(header: string | readonly string[] | undefined): boolean {
  return /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(header ?? ''));
}
