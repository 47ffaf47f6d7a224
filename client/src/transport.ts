/** One HTTP request, ready to be sent. */
export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborts when the caller gives up or the attempt's time is over. */
  readonly signal: AbortSignal;
}

export interface TransportAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends one request and returns whatever answer came. Rejects only when none came. */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>;

/**
 * Returns a transport over `fetch`. Redirects are refused: following one would send the key to
 * whatever address the redirect names.
 *
 * @example createClient({ baseUrl, transport: createFetchTransport() })
 */
export function createFetchTransport(): Transport {
  return async (request) => {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { ...request.headers },
      signal: request.signal,
      redirect: 'error',
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const headers = Object.fromEntries(response.headers.entries());
    return { status: response.status, headers, text: await response.text() };
  };
}
