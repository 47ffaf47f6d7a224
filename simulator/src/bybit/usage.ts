/** Headers that tell a client how many requests it has left. No request is refused for it. */
export interface Usage {
  /** Returns the headers of the answer to a signed request. */
  count(apiKey: string, endpoint: string): Record<string, string>;
}

const windowMs = 1_000;
/** Requests of an account to an endpoint in a second: the limit of contract orders, the lowest. */
const requestsMax = 10;

export function createUsage(now: () => number): Usage {
  const windows = new Map<string, { window: number; count: number }>();
  return {
    count(apiKey, endpoint) {
      const window = Math.floor(now() / windowMs);
      const name = `${apiKey} ${endpoint}`;
      const before = windows.get(name);
      const count = (before?.window === window ? before.count : 0) + 1;
      windows.set(name, { window, count });
      return {
        'x-bapi-limit': String(requestsMax),
        'x-bapi-limit-status': String(Math.max(0, requestsMax - count)),
        'x-bapi-limit-reset-timestamp': String((window + 1) * windowMs),
      };
    },
  };
}
