import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { startService } from '../support/processes/service.ts';

// The first line of the log contains every setting: each must be writable, whatever its value.

const children: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'windlass-logged-'));
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('a service that logs starts with every setting that leads somewhere', async () => {
  const service = await startService(
    {
      WINDLASS_DATA_DIR: folder,
      WINDLASS_LOG_LEVEL: 'info',
      WINDLASS_VENUE_TRANSPORT: 'simulator:http://127.0.0.1:9',
      CORS_ORIGINS: 'http://localhost:5173',
      COINGECKO_API_KEY: 'unseen-key',
      STELLAR_MAINNET_RPC_URL: 'http://127.0.0.1:9/rpc',
    },
    children,
  );
  expect(service.greeting).not.toContain('unseen-key');
  expect(await service.kill('SIGTERM')).toBe(0);
});
