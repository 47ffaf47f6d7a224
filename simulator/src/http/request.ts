import type { IncomingMessage } from 'node:http';
import { addressOf } from './address.ts';

/** What a client sent, before anybody understood it. */
export interface RawRequest {
  readonly method: string;
  /** The exchange's own, without the port. */
  readonly host: string;
  /** As the exchange sees it. */
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

/** Whether an exchange answers for a host. */
export type IsKnownHost = (host: string) => boolean;

/** Reads a request to its end; undefined when its body is beyond the bound. */
export async function readRequest(
  message: IncomingMessage,
  isKnown: IsKnownHost,
): Promise<RawRequest | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    // It is read to its end all the same, or its sender would never get to the answer.
    if (bytes <= bodyBytesMax) chunks.push(part);
  }
  if (bytes > bodyBytesMax) return undefined;
  return { ...headOf(message, isKnown), body: Buffer.concat(chunks).toString('utf8') };
}

/** A request without its body. */
export function headOf(message: IncomingMessage, isKnown: IsKnownHost): RawRequest {
  const sent = { host: message.headers.host ?? '', target: message.url ?? '/' };
  const { host, target } = addressOf(sent, isKnown);
  const mark = target.indexOf('?');
  return {
    method: message.method ?? 'GET',
    host,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: headersOf(message),
    body: '',
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
