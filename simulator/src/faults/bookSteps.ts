/** How far a client can have come with a market's book over one connection. */
export interface BookSteps {
  /** Whether a fault of it now would be noticed by itself. */
  isInStep(): boolean;
  /** Whether its last fault may still go unnoticed. */
  isShaken(): boolean;
  passed(isSnapshot: boolean): void;
  struck(): void;
}

/**
 * Frames after a snapshot or a fault: so many that a client has seen by them what came before, and
 * two faults can be told apart.
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
