import { join } from 'node:path';
import type { CliIo } from '../io.ts';
import { dataDir } from '../settings.ts';
import type { Check } from './local.ts';

const name = 'secrets';
/** Read and write permissions of group and others. */
const foreignBits = 0o077;

/** Checks that the secret files exist and that nobody but the service's user can read them. */
export function checkSecrets(io: CliIo): Check {
  const folder = dataDir(io);
  const files = ['master.key', 'admin.key', 'windlass.db'].map((file) => join(folder, file));
  const [master = '', , database = ''] = files;
  const open = files.flatMap((path) => {
    const mode = io.machine.fileMode(path);
    return mode === undefined || (mode & foreignBits) === 0 ? [] : [{ path, mode }];
  });
  if (open.length > 0) {
    const paths = open.map(({ path }) => path).join(' ');
    const modes = open.map(({ path, mode }) => `${path} (${mode.toString(8).padStart(4, '0')})`);
    const detail = `others on this machine may reach ${modes.join(', ')}`;
    return { name, status: 'fail', detail, remedy: `Run: chmod 600 ${paths}` };
  }
  if (io.env.WINDLASS_MASTER_KEY) {
    return { name, status: 'ok', detail: 'the master key comes from WINDLASS_MASTER_KEY' };
  }
  if (io.machine.fileMode(master) !== undefined) {
    return { name, status: 'ok', detail: `${master} is there, for its owner alone` };
  }
  if (io.machine.fileMode(database) === undefined) {
    return { name, status: 'ok', detail: `${master} is made by the first start` };
  }
  return {
    name,
    status: 'fail',
    detail: `${database} is there, but not ${master}: stored credentials cannot be read`,
    remedy: 'Restore it from a backup, or set WINDLASS_MASTER_KEY.',
  };
}
