/** Runs the task once the current turn of the event loop, with its promises and input, is over. */
export function afterThisTurn(task: () => void): void {
  setImmediate(task);
}
