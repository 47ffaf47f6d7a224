import {
  type HotWriter,
  makeOperations,
  type OperationAnswer,
  type OperationName,
} from '../operations.ts';
import type { Write } from './calls.ts';
import type { GroupCommit } from './groupCommit.ts';

interface SqliteWriter {
  readonly write: HotWriter;
  /** Begins the epoch of a new owner and returns it. */
  raiseEpoch(): Promise<number>;
}

/** The write operations as writes of the group commit. */
export function createSqliteWriter(commit: GroupCommit<Write>): SqliteWriter {
  // The operation that ran is the one that was named, so arguments and result are that operation's.
  const run = <Name extends OperationName>(name: Name, args: Parameters<HotWriter[Name]>) =>
    commit.run({ name, args } as Write) as Promise<OperationAnswer<Name>>;
  return {
    write: makeOperations(
      (name) =>
        (...args) =>
          run(name, args),
    ),
    raiseEpoch: () => commit.run({ name: 'raiseEpoch', args: [] }) as Promise<number>,
  };
}
