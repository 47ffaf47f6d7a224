import { errorText } from './errors.ts';

/** The start failed because of something that the operator can fix; the message is one line. */
export class StartError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message.replaceAll(/\s*\n\s*/g, ' '), options);
    this.name = 'StartError';
  }
}

/** Runs a step of the start; any error in it is reported together with what to look at. */
export async function startStep<Value>(what: string, step: () => Promise<Value>): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${what}: ${errorText(error)}`, { cause: error });
  }
}
