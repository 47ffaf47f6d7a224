import type { CliIo } from '../io.ts';
import { dataDir } from '../settings.ts';

/** One line of the doctor's output. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  /** The finding, without a full stop at the end. */
  readonly detail: string;
  /** Advice, as a sentence. */
  readonly remedy?: string;
}

/** Oldest version that runs TypeScript sources in the way the service needs. */
const nodeVersionMin = 24;

export function checkNode({ machine }: CliIo): Check {
  const detail = `Node.js ${machine.nodeVersion}`;
  if (Number(machine.nodeVersion.split('.')[0]) >= nodeVersionMin) {
    return { name: 'node', status: 'ok', detail };
  }
  const remedy = `Install Node.js ${nodeVersionMin} or newer, or use "npm run windlass".`;
  return { name: 'node', status: 'fail', detail, remedy };
}

export function checkFolder(io: CliIo): Check {
  const folder = dataDir(io);
  const problem = io.machine.folderProblem(folder);
  if (problem === undefined) {
    return { name: 'data', status: 'ok', detail: `${folder} can be written` };
  }
  return {
    name: 'data',
    status: 'fail',
    detail: `${folder} cannot be written: ${problem}`,
    remedy: 'Fix its permissions, or set WINDLASS_DATA_DIR to another folder.',
  };
}
