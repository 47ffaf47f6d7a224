import type { Command } from 'commander';
import type { CliIo } from './io.ts';

interface Place {
  readonly dataDir?: string;
  readonly json?: boolean;
}

interface BackupOptions extends Place {
  readonly out: string;
  readonly withMasterKey?: boolean;
}

interface RestoreOptions extends Place {
  readonly force?: boolean;
}

const place = [
  '--data-dir <folder>',
  'database and secrets (WINDLASS_DATA_DIR, else ./data)',
] as const;

/** Adds commands for backups of the database. They need no running service, and one may run. */
export function addBackup(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  program
    .command('backup')
    .description('write a checked backup of the database, also while the service runs')
    .requiredOption('--out <file>', 'a new file')
    .option('--with-master-key', 'put the key of the exchange credentials into it, too')
    .option(...place)
    .action(async (_options: unknown, command: Command) => {
      finish(await runBackup(command.optsWithGlobals(), io));
    });
  program
    .command('restore')
    .description('restore a backup; everything in it is halted until you resume it')
    .argument('<file>', 'what "windlass backup" wrote')
    .option('--force', 'move a database that is there aside')
    .option(...place)
    .action(async (file: string, _options: unknown, command: Command) => {
      finish(await runRestore(file, command.optsWithGlobals(), io));
    });
}

function runBackup(options: BackupOptions, io: CliIo): Promise<number> {
  const { out, withMasterKey, json } = options;
  const flags = flagsOf({ 'with-master-key': withMasterKey, json });
  return io.machine.runBackup([...flags, '--', out], settingsOf(options));
}

function runRestore(file: string, options: RestoreOptions, io: CliIo): Promise<number> {
  const { force, json } = options;
  return io.machine.runRestore([...flagsOf({ force, json }), '--', file], settingsOf(options));
}

function flagsOf(given: Readonly<Record<string, boolean | undefined>>): string[] {
  return Object.entries(given).flatMap(([name, isGiven]) => (isGiven ? [`--${name}`] : []));
}

function settingsOf({ dataDir }: Place): Record<string, string> {
  return dataDir === undefined ? {} : { WINDLASS_DATA_DIR: dataDir };
}
