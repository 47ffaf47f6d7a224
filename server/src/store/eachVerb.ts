import type { HotWriter } from './types.ts';

/** The same verbs, each wrapped. */
export function eachVerb(
  write: HotWriter,
  wrap: <Given extends readonly unknown[], Result>(
    verb: (...given: Given) => Promise<Result>,
  ) => (...given: Given) => Promise<Result>,
): HotWriter {
  return {
    createKey: wrap(write.createKey),
    revokeKey: wrap(write.revokeKey),
    appendAudit: wrap(write.appendAudit),
    settleSetting: wrap(write.settleSetting),
    saveState: wrap(write.saveState),
    reserveOrder: wrap(write.reserveOrder),
    recordOutcome: wrap(write.recordOutcome),
    addFills: wrap(write.addFills),
    savePaper: wrap(write.savePaper),
    saveReconciliation: wrap(write.saveReconciliation),
    createRoutingPlan: wrap(write.createRoutingPlan),
    saveRoutingPlan: wrap(write.saveRoutingPlan),
    createAlgorithm: wrap(write.createAlgorithm),
    saveAlgorithmStep: wrap(write.saveAlgorithmStep),
  };
}
