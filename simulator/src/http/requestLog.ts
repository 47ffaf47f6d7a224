import type { RawRequest } from './request.ts';

/** A request that came, and what was answered. */
export interface LoggedRequest extends RawRequest {
  readonly at: number;
  /** Undefined as long as nothing was answered. */
  readonly status: number | undefined;
}

export interface RequestLog {
  /** Returns what notes the answer. */
  note(request: RawRequest, at: number): (status: number) => void;
  all(): readonly LoggedRequest[];
}

/** Enough for a long test; the oldest go. */
const requestsMax = 2_000;

/** @param secretHeaders Names, in lower case, whose values are not kept. */
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
