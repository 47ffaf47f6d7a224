import { toAuditRow, toKeyRow } from '../rows.ts';
import type { HotWriter } from '../types.ts';
import type { SqliteVerbs, Write } from './calls.ts';
import type { GroupCommit } from './groupCommit.ts';

interface SqliteWriter {
  readonly write: HotWriter;
  /** Begins the epoch of a new owner and returns it. */
  raiseEpoch(): Promise<number>;
}

/** The hot verbs as writes of the group commit. */
export function createSqliteWriter(commit: GroupCommit<Write>): SqliteWriter {
  // The verb that ran is the one that was named, so its result is that verb's.
  const run = async <Name extends keyof SqliteVerbs>(write: Write & { name: Name }) =>
    (await commit.run(write)) as ReturnType<SqliteVerbs[Name]>;
  return {
    write: {
      createKey: async (key, audit) =>
        run({ name: 'createKey', args: [toKeyRow(key), toAuditRow(audit)] }),
      revokeKey: async (id, atMs, audit) =>
        run({ name: 'revokeKey', args: [id, atMs, toAuditRow(audit)] }),
      appendAudit: async (entry) => run({ name: 'appendAudit', args: [toAuditRow(entry)] }),
      settleSetting: (name, value) => run({ name: 'settleSetting', args: [name, value] }),
      saveState: (epoch, name, value) => run({ name: 'saveState', args: [epoch, name, value] }),
      reserveOrder: (...args) => run({ name: 'reserveOrder', args }),
      recordOutcome: (...args) => run({ name: 'recordOutcome', args }),
      addFills: (...args) => run({ name: 'addFills', args }),
      savePaper: (epoch, save) => run({ name: 'savePaper', args: [epoch, save] }),
      saveReconciliation: (...args) => run({ name: 'saveReconciliation', args }),
      createRoutingPlan: (...args) => run({ name: 'createRoutingPlan', args }),
      saveRoutingPlan: (...args) => run({ name: 'saveRoutingPlan', args }),
      createAlgorithm: (...args) => run({ name: 'createAlgorithm', args }),
      saveAlgorithmStep: (...args) => run({ name: 'saveAlgorithmStep', args }),
    },
    raiseEpoch: () => run({ name: 'raiseEpoch', args: [] }),
  };
}
