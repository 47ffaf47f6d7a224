import { type Readable, Transform, type Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** No tool call comes near this length. A longer line is a mistake, and would fill the memory. */
const lineBytesMax = 10_000_000;

const invalidRequest = -32_600;
const newline = 0x0a;

interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Called for each line that was too long. */
  readonly onTooLong: (message: string) => void;
  readonly maxBytes?: number;
}

/**
 * Reads and writes the protocol as lines. A line that is too long gets an error; reading continues.
 */
export function openLines(streams: Streams): StdioServerTransport {
  const { stdin, stdout, onTooLong, maxBytes = lineBytesMax } = streams;
  const message =
    `A line must have at most ${maxBytes} bytes and this one has more. It was not read; ` +
    'send less in one call.';
  const bounded = boundLines(maxBytes, () => {
    onTooLong(message);
    // The id in the line is unknown, and JSON-RPC answers null then.
    const answer = { jsonrpc: '2.0', id: null, error: { code: invalidRequest, message } };
    stdout.write(`${JSON.stringify(answer)}\n`);
  });
  stdin.once('error', (error) => bounded.destroy(error));
  stdin.once('close', () => bounded.end());
  stdin.pipe(bounded);
  // The transport holds one whole line and its end at a time.
  return new StdioServerTransport(bounded, stdout, { maxBufferSize: 2 * maxBytes + 2 });
}

/** Passes on whole lines, and drops those that are too long. */
function boundLines(maxBytes: number, onTooLong: () => void): Transform {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let isSkipping = false;
  const hold = (part: Buffer) => {
    if (isSkipping || part.length === 0) return;
    if (heldBytes + part.length <= maxBytes) {
      held.push(part);
      heldBytes += part.length;
      return;
    }
    isSkipping = true;
    held = [];
    heldBytes = 0;
    onTooLong();
  };
  const takeLine = () => {
    const line = isSkipping ? undefined : Buffer.concat([...held, Buffer.of(newline)]);
    held = [];
    heldBytes = 0;
    isSkipping = false;
    return line;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        hold(chunk.subarray(start, end));
        const line = takeLine();
        if (line) this.push(line);
        start = end + 1;
      }
      hold(chunk.subarray(start));
      done();
    },
  });
}
