/** Counts requests as the exchange tells its clients it does. */
export interface Usage {
  /** Headers that every answer carries. */
  count(request: { readonly house: string; readonly isOrder: boolean }): Record<string, string>;
}

const minuteMs = 60_000;
const orderWindowMs = 10_000;

export function createUsage(now: () => number): Usage {
  const windows = new Map<string, { window: number; count: number }>();
  const add = (name: string, lengthMs: number, weight: number) => {
    const window = Math.floor(now() / lengthMs);
    const before = windows.get(name);
    const count = (before?.window === window ? before.count : 0) + weight;
    windows.set(name, { window, count });
    return String(count);
  };
  return {
    count: ({ house, isOrder }) => ({
      'x-mbx-used-weight-1m': add(`weight ${house}`, minuteMs, 1),
      ...(isOrder && { 'x-mbx-order-count-10s': add(`orders ${house}`, orderWindowMs, 1) }),
    }),
  };
}
