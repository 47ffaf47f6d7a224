import { expect } from 'vitest';
import type { TestAnswer } from './testApp.ts';

/** Checks the complete answer of the trading service, to the letter. */
export function expectRefusal(
  answer: TestAnswer,
  refusal: { status: number; error: string; message: string; data?: object },
): void {
  const { status, error, message, data } = refusal;
  expect(answer.json).toEqual({
    isError: true,
    message,
    statusCode: status,
    data: { error, ...data },
  });
  expect(answer.status).toBe(status);
}
