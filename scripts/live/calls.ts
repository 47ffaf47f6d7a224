import { createSystemClock } from '../../server/src/kit/clock.ts';

const clock = createSystemClock();
/** Longer than any answer may take by the contract. */
const deadlineMs = 30_000;

/** An answer of the service, with the time that it took. */
export interface Answer {
  readonly status: number;
  // The data is read field by field, as a caller without the contract would do it.
  readonly data: Readonly<Record<string, unknown>>;
  readonly message: string;
  readonly retryAfterMs: number;
  readonly tookMs: number;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: object | undefined;
  readonly key: string;
}

/** Returns the answer, or undefined when the connection broke. */
export async function callService(
  address: string,
  { method, path, body, key }: Asked,
): Promise<Answer | undefined> {
  const startMs = clock.monotonic();
  try {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        'x-api-key': key,
        ...(body === undefined ? undefined : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(deadlineMs),
    });
    const answer = (await response.json()) as { data?: Answer['data']; message?: string };
    return {
      status: response.status,
      data: answer.data ?? {},
      message: answer.message ?? '',
      retryAfterMs: Number(response.headers.get('retry-after') ?? 0) * 1_000,
      tookMs: clock.monotonic() - startMs,
    };
  } catch {
    return undefined;
  }
}

const base = '/order-execution/execution';

export const orderPath = `${base}/order`;

/** Returns the path of one order, by its caller's name of it. */
export function pathOfOrder(name: string, account: string, symbol: string): string {
  const query = new URLSearchParams({ exchange_account_id: account, symbol });
  return `${base}/order/${encodeURIComponent(name)}?${query}`;
}

export function pathOfBalance(account: string, marketType: string): string {
  const query = new URLSearchParams({ exchange_account_id: account, market_type: marketType });
  return `${base}/balance?${query}`;
}

export function pathOfReconciliation(account: string): string {
  return `/admin/reconciliation?${new URLSearchParams({ exchange_account_id: account })}`;
}
