import type { RawRequest } from './request.ts';

/** A request with the status of its answer. */
export interface LoggedRequest extends RawRequest {
  readonly at: number;
  /** Undefined until it was answered. */
  readonly status: number | undefined;
}

export interface RequestLog {
  /** Records a request; returns a function that records the status of its answer. */
  note(request: RawRequest, at: number): (status: number) => void;
  all(): readonly LoggedRequest[];
}

/** Enough for a long test; the oldest are dropped. */
const requestsMax = 2_000;

/** @param secretHeaders Names, in lower case, of headers whose values are not kept. */
export function createRequestLog(secretHeaders: readonly string[]): RequestLog {
  const entries: { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] }[] = [];
  return {
    note(request, at) {
      const headers = Object.entries(request.headers).map(([name, value]) => [
        name,
        secretHeaders.includes(name) ? '[secret]' : value,
      ]);
      const entry = { ...request, headers: Object.fromEntries(headers), at, status: undefined };
      entries.push(entry);
      if (entries.length > requestsMax) entries.shift();
      return (status) => {
        Object.assign(entry, { status });
      };
    },
    all: () => entries.map((entry) => ({ ...entry })),
  };
}
