/** Counts requests as the exchange documents it. */
export interface Usage {
  /** Returns the headers that every answer carries. */
  count(request: { readonly host: string; readonly isOrder: boolean }): Record<string, string>;
}

const minuteMs = 60_000;
const tenSecondsMs = 10_000;
/** The API that counts orders by the minute only. */
const portfolioHost = 'papi.binance.com';

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
    count({ host, isOrder }) {
      const weight = { 'x-mbx-used-weight-1m': add(`weight ${host}`, minuteMs, 1) };
      if (!isOrder) return weight;
      const [name, lengthMs] = host === portfolioHost ? ['1m', minuteMs] : ['10s', tenSecondsMs];
      return { ...weight, [`x-mbx-order-count-${name}`]: add(`orders ${host}`, lengthMs, 1) };
    },
  };
}
