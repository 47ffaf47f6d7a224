import type { CliIo } from './io.ts';

export interface ServeOptions {
  readonly port?: number;
  readonly host?: string;
  readonly feed?: string;
  readonly dataDir?: string;
}

/** Runs the service in the foreground. The environment decides everything that is not given. */
export function runServe(options: ServeOptions, io: CliIo): Promise<number> {
  const { port, host, feed, dataDir } = options;
  return io.machine.runServer({
    ...(port === undefined ? {} : { PORT: String(port) }),
    ...(host === undefined ? {} : { HOST: host }),
    ...(feed === undefined ? {} : { WINDLASS_FEED: feed }),
    ...(dataDir === undefined ? {} : { WINDLASS_DATA_DIR: dataDir }),
  });
}
