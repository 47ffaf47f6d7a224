import type { IncomingMessage } from 'node:http';
import { addressOf } from './address.ts';

/** A client's request as received, before its protocol reads it. */
export interface RawRequest {
  readonly method: string;
  /** The exchange's own host, without the port. */
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

/** Far more than a request of any exchange; a longer one is a mistake of the client. */
export const bodyBytesMax = 1_048_576;

/** Returns whether an exchange answers at a host. */
export type IsKnownHost = (host: string) => boolean;

/** Reads a request to its end; returns undefined when its body is too long. */
export async function readRequest(
  message: IncomingMessage,
  isKnown: IsKnownHost,
): Promise<RawRequest | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    // Even a body that is too long is read to its end, or its sender would never read the answer.
    if (bytes <= bodyBytesMax) chunks.push(part);
  }
  if (bytes > bodyBytesMax) return undefined;
  return { ...headOf(message, isKnown), body: Buffer.concat(chunks).toString('utf8') };
}

/** Returns a request without its body. */
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
