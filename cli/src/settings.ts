import { join } from 'node:path';
import { type Client, type ClientOptions, createClient } from '@windlass/client';
import { UsageError } from './failures.ts';
import type { CliIo } from './io.ts';

/** The options every command takes. */
export interface GlobalOptions {
  readonly url?: string;
  readonly key?: string;
  readonly json?: boolean;
}

const defaultUrl = 'http://127.0.0.1:3000';
/** Written by the service's first start (design: WINDLASS_ADMIN_KEY). */
const keyFile = 'admin.key';

export function serviceUrl(options: GlobalOptions, io: CliIo): string {
  const url = options.url ?? nonEmpty(io.env.WINDLASS_URL) ?? defaultUrl;
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  throw new UsageError(`--url must be an http or https address, e.g. ${defaultUrl}.`);
}

export function dataDir(io: CliIo): string {
  return nonEmpty(io.env.WINDLASS_DATA_DIR) ?? './data';
}

/**
 * Returns the key to use: the option's, the environment's, or the one that the service on this
 * machine wrote. That file is not used for other machines: a wrong address would get the admin key.
 */
export function findKey(options: GlobalOptions, io: CliIo): string | undefined {
  const given = options.key ?? nonEmpty(io.env.WINDLASS_KEY);
  if (given !== undefined) return given;
  if (!isLoopback(serviceUrl(options, io))) return undefined;
  return nonEmpty(io.machine.readText(join(dataDir(io), keyFile))?.trim());
}

export function openClient(options: GlobalOptions, io: CliIo): Client {
  return createClient(clientOptions(options, io));
}

/** Returns the service's address and how requests are sent to it. */
export function clientOptions(options: GlobalOptions, io: CliIo): ClientOptions {
  return {
    baseUrl: serviceUrl(options, io),
    key: findKey(options, io),
    transport: io.transport,
    runtime: io.runtime,
  };
}

export function isLoopback(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
