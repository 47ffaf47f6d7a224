import { Agent, request } from 'undici';
import { startChild } from './children.ts';

/** Delays and memory of the service since the last report. */
export interface ServiceReport {
  /** Longest blocking of its main thread, and the one in a hundred. */
  readonly loopMs: number;
  readonly loopP99Ms: number;
  readonly peakHeapMb: number;
  readonly peakRssMb: number;
  /** After a full garbage collection. */
  readonly heapMb: number;
}

export interface Service {
  report(): Promise<ServiceReport>;
  /** Returns the body of a successful answer, as text. */
  get(path: string): Promise<string>;
  post(path: string, body: object): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the service on the database of that folder, with a client over loopback. */
export async function startVaultService(dataDir: string): Promise<Service> {
  const child = await startChild(new URL('serviceProcess.ts', import.meta.url), dataDir);
  const { url, key } = child.ready as { readonly url: string; readonly key: string };
  // A bulk refresh answers when it is done, so there is no timeout.
  const dispatcher = new Agent({ connections: 32, headersTimeout: 0, bodyTimeout: 0 });
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await request(`${url}${path}`, {
      method,
      dispatcher,
      headers: {
        authorization: `Bearer ${key}`,
        'x-api-key': key,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200)
      throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
    return text;
  };
  return {
    report: async () => (await child.ask('report')) as ServiceReport,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    async stop() {
      await dispatcher.close();
      await child.stop();
    },
  };
}
