import { ApiError, createClient, type Transport } from '@windlass/client';
import { endpoints, isNotReady } from '@windlass/contract';
import type { CliIo } from '../io.ts';
import { findKey, type GlobalOptions, isLoopback, openClient, serviceUrl } from '../settings.ts';
import { withoutStop } from '../text.ts';
import type { Check } from './local.ts';

export interface ServiceFound {
  readonly check: Check;
  readonly isUp: boolean;
  /** The service's clock minus ours; undefined when it does not say. */
  readonly clockOffsetMs: number | undefined;
}

/** The Date header has whole seconds, and the answer takes time to arrive: less means nothing. */
export const clockWarnMs = 2_000;
/** Exchanges refuse signed requests about this far off (Binance's usual recvWindow). */
export const clockFailMs = 5_000;

/** Checks whether our service answers at the address, and says what to do when it does not. */
export async function checkService(options: GlobalOptions, io: CliIo): Promise<ServiceFound> {
  const url = serviceUrl(options, io);
  let clockOffsetMs: number | undefined;
  const transport: Transport = async (request) => {
    const sentMs = io.runtime.now();
    const answer = await io.transport(request);
    const serviceMs = Date.parse(answer.headers.date ?? '');
    const middleMs = (sentMs + io.runtime.now()) / 2;
    // The header cuts fractions off, so half a second later is the best estimate.
    if (!Number.isNaN(serviceMs)) clockOffsetMs = serviceMs + 500 - middleMs;
    return answer;
  };
  const down = (check: Omit<Check, 'name'>): ServiceFound => ({
    check: { name: 'service', ...check },
    isUp: false,
    clockOffsetMs: undefined,
  });
  try {
    const client = createClient({ baseUrl: url, transport, runtime: io.runtime, retries: 0 });
    const health = endpoints.getHealth.data.safeParse(await client.getHealth());
    if (!health.success) return down(notWindlass(url));
    const { reasons = [], uptime } = health.data;
    const trouble = reasons.find(({ code }) => isNotReady(code));
    if (trouble) {
      const detail = `Windlass answers at ${url}, but takes no orders`;
      const check = { name: 'service', status: 'fail', detail, remedy: trouble.message } as const;
      return { check, isUp: true, clockOffsetMs };
    }
    const detail = `Windlass answers at ${url}, up for ${Math.floor(uptime)} s`;
    return { check: { name: 'service', status: 'ok', detail }, isUp: true, clockOffsetMs };
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    if (failure.code !== 'NETWORK_ERROR') return down(notWindlass(url));
    return down(await explainUnreachable(url, failure, io));
  }
}

export async function checkKey(options: GlobalOptions, io: CliIo): Promise<Check> {
  const name = 'key';
  if (findKey(options, io) === undefined) {
    return {
      name,
      status: 'fail',
      detail: 'no key was found',
      remedy: 'Pass --key, set WINDLASS_KEY, or run where the data directory is.',
    };
  }
  try {
    await openClient(options, io).listBookSubscriptions();
    return { name, status: 'ok', detail: 'the key is valid' };
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    if (failure.status === 403) {
      const detail = 'the key is valid, but may not read subscriptions';
      const remedy = 'A key of role viewer can: "npx windlass keys create" makes one.';
      return { name, status: 'warn', detail, remedy };
    }
    const remedy = '"npx windlass keys create" makes a new one, given an admin key.';
    return { name, status: 'fail', detail: withoutStop(failure.message), remedy };
  }
}

export function checkClock({ clockOffsetMs }: Pick<ServiceFound, 'clockOffsetMs'>): Check {
  const name = 'clock';
  if (clockOffsetMs === undefined) {
    return { name, status: 'warn', detail: 'the service does not report its time' };
  }
  const apartMs = Math.abs(clockOffsetMs);
  if (apartMs < clockWarnMs) {
    return { name, status: 'ok', detail: 'this machine and the service agree on the time' };
  }
  return {
    name,
    status: apartMs < clockFailMs ? 'warn' : 'fail',
    detail: `this machine and the service are ${(apartMs / 1_000).toFixed(1)} s apart`,
    remedy: 'Synchronise both clocks (NTP): exchanges refuse requests signed at a wrong time.',
  };
}

async function explainUnreachable(
  url: string,
  failure: ApiError,
  { machine }: CliIo,
): Promise<Omit<Check, 'name'>> {
  const { hostname, port, protocol } = new URL(url);
  if (!isLoopback(url)) {
    return {
      status: 'fail',
      detail: withoutStop(failure.message),
      remedy: 'Check --url or WINDLASS_URL, and whether the service is running there.',
    };
  }
  const portNumber = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  if (await machine.isPortFree(hostname.replace(/^\[|\]$/g, ''), portNumber)) {
    const detail = `nothing is running at ${url}; port ${portNumber} is free`;
    return { status: 'fail', detail, remedy: '"npx windlass serve" starts the service.' };
  }
  return notWindlass(url);
}

function notWindlass(url: string): Omit<Check, 'name'> {
  return {
    status: 'fail',
    detail: `something at ${url} answers, but not as Windlass`,
    remedy: 'Stop it, or choose another port with "npx windlass serve --port" and --url.',
  };
}
