import { ApiError, createClient } from '@windlass/client';
import { endpoints } from '@windlass/contract';
import type { CliIo } from '../io.ts';
import { type GlobalOptions, isLoopback, serviceUrl } from '../settings.ts';
import type { Check } from './local.ts';

const name = 'port';
const defaultPort = 3_000;
const defaultHost = '127.0.0.1';

/** Checks whether the service listens on its port, or could. */
export async function checkPort(options: GlobalOptions, io: CliIo): Promise<Check> {
  if (!isLoopback(serviceUrl(options, io))) {
    return { name, status: 'warn', detail: 'not checked, as the service is on another machine' };
  }
  const port = Number(io.env.PORT || defaultPort);
  const host = io.env.HOST || defaultHost;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    const detail = `PORT is "${io.env.PORT}"`;
    return { name, status: 'fail', detail, remedy: 'Set it to a number from 0 to 65535.' };
  }
  if (port === 0) return { name, status: 'ok', detail: 'any free port will be taken (PORT=0)' };
  if (await io.machine.isPortFree(host, port)) {
    return { name, status: 'ok', detail: `port ${port} of ${host} is free to be served on` };
  }
  if (await isWindlassAt(port, io)) {
    return { name, status: 'ok', detail: `port ${port} is taken by Windlass itself` };
  }
  return {
    name,
    status: 'fail',
    detail: `port ${port} of ${host} is taken by something that is not Windlass, or not allowed`,
    remedy: 'Stop it, or serve on another: set PORT, or "npx windlass serve --port".',
  };
}

async function isWindlassAt(port: number, { transport, runtime }: CliIo): Promise<boolean> {
  const baseUrl = `http://${defaultHost}:${port}`;
  try {
    const client = createClient({ baseUrl, transport, runtime, retries: 0 });
    return endpoints.getHealth.data.safeParse(await client.getHealth()).success;
  } catch (failure) {
    if (failure instanceof ApiError) return false;
    throw failure;
  }
}
