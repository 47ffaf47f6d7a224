import type { IncomingMessage } from 'node:http';

/** What a client sent, before anybody understood it. */
export interface RawRequest {
  readonly method: string;
  /** Without the port. */
  readonly host: string;
  readonly path: string;
  /** As received, without the question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** No request of any exchange comes near it; one beyond is a mistake of the client's. */
export const bodyBytesMax = 1_048_576;

/** Reads a request to its end; undefined when its body is beyond the bound. */
export async function readRequest(message: IncomingMessage): Promise<RawRequest | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    // It is read to its end all the same, or its sender would never get to the answer.
    if (bytes <= bodyBytesMax) chunks.push(part);
  }
  if (bytes > bodyBytesMax) return undefined;
  return toRequest(message, Buffer.concat(chunks).toString('utf8'));
}

export function toRequest(message: IncomingMessage, body: string): RawRequest {
  const url = message.url ?? '/';
  const mark = url.indexOf('?');
  return {
    method: message.method ?? 'GET',
    host: (message.headers.host ?? '').replace(/:\d+$/, '').toLowerCase(),
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    headers: headersOf(message),
    body,
  };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value ?? '')]));
}

export function jsonAnswer(status: number, content: unknown): Answer {
  const headers = { 'content-type': 'application/json;charset=UTF-8' };
  return { status, headers, body: JSON.stringify(content) };
}
