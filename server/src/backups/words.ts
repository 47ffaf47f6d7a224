import type { MadeBackup } from './makeBackup.ts';
import type { RestoredBackup } from './restoreBackup.ts';

const bytesPerMegabyte = 1e6;
const bytesPerKilobyte = 1e3;

function sizeOf(bytes: number): string {
  if (bytes < bytesPerMegabyte) return `${Math.ceil(bytes / bytesPerKilobyte)} kB`;
  return `${(bytes / bytesPerMegabyte).toFixed(1)} MB`;
}

/** Describes a backup, and what it does not contain, in lines for people. */
export function describeBackup(
  out: string,
  { manifest, bytes, hasMasterKey }: MadeBackup,
): string[] {
  return [
    `Backed up into ${out} (${sizeOf(bytes)}), as it was at ${manifest.made_at}; checked.`,
    ...(hasMasterKey
      ? [
          'It holds the master key: whoever has this file can read the exchange credentials in it.',
          'Keep it as you would keep them.',
        ]
      : [
          'It does not hold the master key: exchange credentials and webhook secrets stay sealed,',
          'and are lost without it. Keep master.key (or WINDLASS_MASTER_KEY) somewhere else.',
        ]),
  ];
}

/** Describes what was restored, what is halted, and what to do now. */
export function describeRestored(file: string, restored: RestoredBackup): string[] {
  const { manifest, movedAside, missingKeys } = restored;
  const { accountsHalted, algorithmsPaused, algorithmsEnded } = restored;
  return [
    `Restored ${file}: everything is as it was at ${manifest.made_at}.`,
    ...(movedAside === undefined ? [] : [`What was there before is now ${movedAside}.`]),
    `Nothing trades: ${count(accountsHalted, 'account')} halted, ` +
      `${count(algorithmsPaused, 'algorithm')} paused, ` +
      `${count(algorithmsEnded, 'algorithm')} of live accounts ended.`,
    'Orders that were sent after that moment are not in it. Look at the exchanges, and at',
    '/admin/reconciliation once the service runs; then "npx windlass accounts resume --all".',
    ...missingKeys.map(
      (id) =>
        `The service will not start yet: stored credentials are sealed with master key ${id}, ` +
        'which is not here. Put its file master.key into the data directory.',
    ),
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
