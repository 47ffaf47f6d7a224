import type { ServerResponse } from 'node:http';
import type { Answer } from './request.ts';

/** Ways to deliver an answer, or to fail at it. */
export interface Delivery {
  send(answer: Answer): void;
  /** Cuts the connection instead of answering. */
  reset(): void;
  /** Sends the headers and half of the body, then cuts the connection or leaves it open. */
  sendHalf(answer: Answer, isCut: boolean): void;
}

export function createDelivery(response: ServerResponse): Delivery {
  const open = (answer: Answer) => {
    const length = Buffer.byteLength(answer.body);
    response.writeHead(answer.status, { ...answer.headers, 'content-length': length });
  };
  return {
    send(answer) {
      open(answer);
      response.end(answer.body);
    },
    reset: () => {
      response.socket?.resetAndDestroy();
    },
    sendHalf(answer, isCut) {
      open(answer);
      const bytes = Buffer.from(answer.body);
      response.write(bytes.subarray(0, Math.max(1, bytes.length >> 1)), () => {
        if (isCut) response.socket?.resetAndDestroy();
      });
    },
  };
}
