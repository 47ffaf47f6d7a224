import type { CliIo } from '../io.ts';
import { dataDir } from '../settings.ts';

/** One line of the doctor. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  /** What was found; no full stop at the end. */
  readonly detail: string;
  /** What to do about it, as a sentence. */
  readonly remedy?: string;
}

/** The oldest version that runs TypeScript sources as the service needs it. */
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
