import { type HotWriter, makeVerbs, type VerbAnswer, type VerbName } from '../verbs.ts';
import type { Write } from './calls.ts';
import type { GroupCommit } from './groupCommit.ts';

interface SqliteWriter {
  readonly write: HotWriter;
  /** Begins the epoch of a new owner and returns it. */
  raiseEpoch(): Promise<number>;
}

/** The hot verbs as writes of the group commit. */
export function createSqliteWriter(commit: GroupCommit<Write>): SqliteWriter {
  // The verb that ran is the one that was named, so arguments and result are that verb's.
  const run = <Name extends VerbName>(name: Name, args: Parameters<HotWriter[Name]>) =>
    commit.run({ name, args } as Write) as Promise<VerbAnswer<Name>>;
  return {
    write: makeVerbs(
      (name) =>
        (...args) =>
          run(name, args),
    ),
    raiseEpoch: () => commit.run({ name: 'raiseEpoch', args: [] }) as Promise<number>,
  };
}
