import { type ChildProcess, execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSystemClock } from '../../server/src/kit/clock.ts';
import { fetchWithin } from '../../server/test/support/failover/fetchWithin.ts';
import { freePort } from '../../server/test/support/failover/setup.ts';
import { identityOf, killPostgres, newestBinaries, openPrograms } from './machines.ts';

const clock = createSystemClock();
const run = promisify(execFile);
const bootMsMax = 120_000;
const lookEveryMs = 250;
const askMsMax = 2_000;

const fileOf = (name: string) =>
  fileURLToPath(new URL(`../../docs/guides/failover/${name}`, import.meta.url));
const patroniFile = fileOf('patroni.yml');
const haproxyFile = fileOf('haproxy.cfg');

/** Two addresses of the loopback stand for two machines. */
export const machines = { one: '127.0.0.11', two: '127.0.0.12' } as const;
const names = ['one', 'two'] as const;
type MachineName = (typeof names)[number];

const passwords = {
  PATRONI_SUPERUSER_PASSWORD: 'of-the-superuser',
  PATRONI_REPLICATION_PASSWORD: 'of-the-replicator',
  PATRONI_REWIND_PASSWORD: 'of-the-rewinder',
};
export const superuserPassword = passwords.PATRONI_SUPERUSER_PASSWORD;

/** Two PostgreSQL servers under Patroni, and HAProxy in front of them and of two processes. */
export interface PatroniCluster {
  /** Port at which HAProxy forwards to the primary. */
  readonly postgresPort: number;
  /** Port at which HAProxy forwards to the process that takes orders. */
  readonly windlassPort: number;
  readonly memberPorts: Readonly<Record<MachineName, number>>;
  primary(): Promise<MachineName | undefined>;
  /** Resolves once there is a primary and the other one follows it synchronously. */
  untilWhole(): Promise<MachineName>;
  switchover(): Promise<void>;
  /** Kills Patroni and PostgreSQL of a machine at once; the returned function starts them again. */
  kill(name: MachineName): Promise<() => void>;
  close(): Promise<void>;
}

/** Starts all of it in a folder of its own; nothing is installed and no service is touched. */
export async function openPatroniCluster(): Promise<PatroniCluster> {
  const identity = identityOf('postgres');
  const folder = await mkdtemp(join(tmpdir(), 'windlass-cluster-'));
  if ('uid' in identity) await chown(folder, identity.uid, identity.gid);
  const programs = openPrograms(folder, identity);
  const ports = await drawPorts();
  programs.start('etcd', etcdWords(folder, ports));
  const binaries = await newestBinaries();
  const start = (name: MachineName) =>
    programs.start('patroni', [patroniFile], patroniSettings({ folder, name, binaries, ports }));
  const running: Record<MachineName, ChildProcess> = { one: start('one'), two: start('two') };
  programs.start('haproxy', ['-db', '-f', haproxyFile], haproxySettings(ports));
  const asking = asker(ports);
  return {
    postgresPort: ports.postgresFront,
    windlassPort: ports.windlassFront,
    memberPorts: ports.windlass,
    ...asking,
    async switchover() {
      const words = ['-c', patroniFile, 'switchover', 'windlass', '--force'];
      const env = { ...process.env, LANG: 'C.UTF-8', ...passwords, ...storeSettings(ports) };
      await run('patronictl', words, { env });
    },
    async kill(name) {
      programs.kill(running[name]);
      await killPostgres(join(folder, name));
      return () => {
        running[name] = start(name);
      };
    },
    async close() {
      await programs.close();
      for (const name of names) await killPostgres(join(folder, name));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Ports {
  readonly etcd: number;
  readonly etcdPeers: number;
  readonly patroni: number;
  /** Two servers of one machine share a folder of sockets, which are named by their ports. */
  readonly sql: Readonly<Record<MachineName, number>>;
  readonly windlass: Readonly<Record<MachineName, number>>;
  readonly postgresFront: number;
  readonly windlassFront: number;
}

async function drawPorts(): Promise<Ports> {
  return {
    etcd: await freePort(),
    etcdPeers: await freePort(),
    patroni: await freePort(),
    sql: { one: await freePort(), two: await freePort() },
    windlass: { one: await freePort(), two: await freePort() },
    postgresFront: await freePort(),
    windlassFront: await freePort(),
  };
}

function etcdWords(folder: string, { etcd, etcdPeers }: Ports): readonly string[] {
  const [url, peer] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${etcdPeers}`];
  return [
    '--data-dir',
    join(folder, 'etcd'),
    '--name',
    'only',
    '--listen-client-urls',
    url,
    '--advertise-client-urls',
    url,
    '--listen-peer-urls',
    peer,
    '--initial-advertise-peer-urls',
    peer,
    '--initial-cluster',
    `only=${peer}`,
  ];
}

function storeSettings({ etcd }: Ports) {
  return { PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcd}` };
}

interface PatroniAsked {
  readonly folder: string;
  readonly name: MachineName;
  readonly binaries: string;
  readonly ports: Ports;
}

function patroniSettings({ folder, name, binaries, ports }: PatroniAsked): Record<string, string> {
  return {
    ...passwords,
    ...storeSettings(ports),
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `${machines[name]}:${ports.patroni}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${machines[name]}:${ports.patroni}`,
    PATRONI_POSTGRESQL_LISTEN: `${machines[name]}:${ports.sql[name]}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${machines[name]}:${ports.sql[name]}`,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, name),
    PATRONI_POSTGRESQL_BIN_DIR: binaries,
    PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
  };
}

function haproxySettings(ports: Ports): Record<string, string> {
  return {
    WINDLASS_FRONT: `127.0.0.1:${ports.windlassFront}`,
    WINDLASS_ONE: `${machines.one}:${ports.windlass.one}`,
    WINDLASS_TWO: `${machines.two}:${ports.windlass.two}`,
    POSTGRES_FRONT: `127.0.0.1:${ports.postgresFront}`,
    POSTGRES_ONE: `${machines.one}:${ports.sql.one}`,
    POSTGRES_TWO: `${machines.two}:${ports.sql.two}`,
    PATRONI_PORT: String(ports.patroni),
  };
}

/** Asks Patroni for the roles of the servers. */
function asker({ patroni }: Ports): Pick<PatroniCluster, 'primary' | 'untilWhole'> {
  const isGood = async (name: MachineName, path: string): Promise<boolean> => {
    const answer = await fetchWithin(`http://${machines[name]}:${patroni}${path}`, askMsMax);
    return answer?.status === 200;
  };
  const primary = async (): Promise<MachineName | undefined> => {
    for (const name of names) if (await isGood(name, '/primary')) return name;
    return undefined;
  };
  return {
    primary,
    async untilWhole() {
      const untilMs = clock.monotonic() + bootMsMax;
      for (; clock.monotonic() < untilMs; await clock.sleep(lookEveryMs)) {
        const first = await primary();
        const other = first === 'one' ? 'two' : 'one';
        if (first && (await isGood(other, '/synchronous'))) return first;
      }
      throw new Error('The two PostgreSQL servers did not come to stand.');
    },
  };
}
