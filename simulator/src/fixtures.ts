import { request } from 'node:http';

/** A request as a test sends it over a real socket. */
export interface Sent {
  readonly method: string;
  readonly host: string;
  /** With its query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request from the client's side. */
  readonly signal?: AbortSignal;
  /** Told when the headers of the answer are there. */
  readonly onHeaders?: (status: number) => void;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends one request; rejects when the connection fails before the answer is whole. */
export function send(url: string, sent: Sent): Promise<Received> {
  const { port } = new URL(url);
  const { method, host, target, body, signal, onHeaders } = sent;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...{ host: '127.0.0.1', port, method, path: target, agent: false },
        headers: { ...sent.headers, host },
        ...(signal && { signal }),
      },
      (answer) => {
        const status = answer.statusCode ?? 0;
        onHeaders?.(status);
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status, headers: answer.headers, text });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
