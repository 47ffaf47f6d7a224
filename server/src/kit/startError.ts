import { errorText } from './errors.ts';

/** Something the operator can mend keeps the service from starting; its message is one line. */
export class StartError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message.replaceAll(/\s*\n\s*/g, ' '), options);
    this.name = 'StartError';
  }
}

/** Runs a step of the start; whatever goes wrong in it is told with what to look at. */
export async function startStep<Value>(what: string, step: () => Promise<Value>): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${what}: ${errorText(error)}`, { cause: error });
  }
}
