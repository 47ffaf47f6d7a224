/** Counts requests as the exchange documents it. */
export interface Usage {
  /** Returns the headers that every answer carries. */
  count(route: string, user: string): Record<string, string>;
}

/** Limit of most endpoints for one user. */
const windowMs = 10_000;
const requestsMax = 200;

export function createUsage(now: () => number): Usage {
  const windows = new Map<string, { readonly window: number; readonly count: number }>();
  return {
    count(route, user) {
      const window = Math.floor(now() / windowMs);
      const before = windows.get(`${user} ${route}`);
      const count = (before?.window === window ? before.count : 0) + 1;
      windows.set(`${user} ${route}`, { window, count });
      return {
        'x-gate-ratelimit-requests-remain': String(Math.max(0, requestsMax - count)),
        'x-gate-ratelimit-limit': String(requestsMax),
        'x-gate-ratelimit-reset-timestamp': String((window + 1) * windowMs),
      };
    },
  };
}
