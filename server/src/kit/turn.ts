/** Runs the task after the current turn of the event loop, with its promises and input. */
export function afterThisTurn(task: () => void): void {
  setImmediate(task);
}
