import pg from 'pg';
import { createSystemClock } from '../../../src/kit/clock.ts';

const clock = createSystemClock();
/** Milliseconds between two looks: times of takeovers are this exact. */
const lookEveryMs = 15;
const lookMsMax = 2_000;

/** The time during which one process held the lease. */
export interface Reign {
  readonly epoch: number;
  /** Host and process, as in the row. */
  readonly holder: string;
  readonly fromMs: number;
  /** Time when its last renewal was seen. */
  readonly lastRenewalMs: number;
  readonly isGivenUp: boolean;
}

export interface LeaseWatch {
  /** Oldest first. */
  reigns(): readonly Reign[];
  current(): Reign | undefined;
  close(): Promise<void>;
}

interface Row {
  readonly epoch: string;
  readonly holder: string;
  readonly renewals: string;
  readonly is_given_up: string;
}

const sql = 'select epoch, holder, renewals, is_given_up from engine_lease where id = 1';

/** Reads the row of the lease again and again, on a connection of its own. */
export function watchLease(databaseUrl: string): LeaseWatch {
  const reigns: { -readonly [K in keyof Reign]: Reign[K] }[] = [];
  let renewals = '';
  let isClosed = false;
  const note = ({ epoch, holder, renewals: now, is_given_up }: Row): void => {
    const atMs = clock.now();
    const last = reigns.at(-1);
    const isGivenUp = Number(is_given_up) === 1;
    if (last?.epoch !== Number(epoch)) {
      reigns.push({ epoch: Number(epoch), holder, fromMs: atMs, lastRenewalMs: atMs, isGivenUp });
    } else {
      if (now !== renewals) last.lastRenewalMs = atMs;
      last.isGivenUp = isGivenUp;
    }
    renewals = now;
  };
  const readOn = async (client: pg.Client): Promise<void> => {
    await client.connect();
    while (!isClosed) {
      const { rows } = await client.query<Row>(sql);
      if (rows[0] && Number(rows[0].epoch) > 0) note(rows[0]);
      await clock.sleep(lookEveryMs);
    }
  };
  const run = async (): Promise<void> => {
    while (!isClosed) {
      const client = newClient(databaseUrl);
      // The database is switched over, or not there yet: a new connection finds it.
      await readOn(client).catch(() => clock.sleep(lookEveryMs));
      await client.end().catch(() => undefined);
    }
  };
  const running = run();
  return {
    reigns: () => reigns,
    current: () => reigns.at(-1),
    async close() {
      isClosed = true;
      await running;
    },
  };
}

function newClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    query_timeout: lookMsMax,
    connectionTimeoutMillis: lookMsMax,
  });
  client.on('error', () => undefined);
  return client;
}
