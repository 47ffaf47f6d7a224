import type { Planning } from '@windlass/simulator';

/** Faults of streams of books so often that each book meets some of all within minutes. */
export const frequentFaults: Planning = {
  chances: {
    lostFrame: 0.012,
    duplicatedFrame: 0.012,
    reorderedFrames: 0.012,
    delayedFrames: 0.008,
    garbageFrame: 0.012,
    badChecksum: 0.012,
    cut: 0.003,
    stall: 0.001,
  },
  script: [],
};
