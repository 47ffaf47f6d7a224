/** A client's progress with a market's book over one connection. */
export interface BookSteps {
  /** True when a fault of it now would be noticed on its own. */
  isInStep(): boolean;
  /** True while its last fault may still go unnoticed. */
  isShaken(): boolean;
  passed(isSnapshot: boolean): void;
  struck(): void;
}

/**
 * Frames after a snapshot or a fault: enough for a client to notice the earlier one, so that two
 * faults can be told apart.
 */
const framesBetween = 5;

export function createBookSteps(): BookSteps {
  let frames = 0;
  let isShaken = false;
  return {
    isInStep: () => frames >= framesBetween,
    isShaken: () => isShaken && frames < framesBetween,
    passed(isSnapshot) {
      frames = isSnapshot ? 0 : frames + 1;
      if (isSnapshot) isShaken = false;
    },
    struck() {
      frames = 0;
      isShaken = true;
    },
  };
}
