import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openLines } from './lines.ts';

const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });

function open(maxBytes: number) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const said: string[] = [];
  const heard: unknown[] = [];
  const transport = openLines({
    stdin,
    stdout,
    maxBytes,
    onTooLong: (message) => said.push(message),
  });
  transport.onmessage = (message) => heard.push(message);
  const closed = new Promise<void>((done) => {
    transport.onclose = () => done();
  });
  return { stdin, stdout, said, heard, transport, closed };
}

test('a line that is too long is answered an error, and the next one is read', async () => {
  const { stdin, stdout, said, heard, transport, closed } = open(100);
  await transport.start();
  const long = JSON.stringify({ ...ping(1), params: { text: 'x'.repeat(500) } });
  stdin.write(`${JSON.stringify(ping(0))}\n${long.slice(0, 90)}`);
  stdin.write(long.slice(90, 300));
  stdin.write(`${long.slice(300)}\n${JSON.stringify(ping(2)).slice(0, 9)}`);
  stdin.end(`${JSON.stringify(ping(2)).slice(9)}\n`);
  await closed;
  expect(heard).toEqual([ping(0), ping(2)]);
  expect(said).toHaveLength(1);
  const answers = String(stdout.read()).trim().split('\n');
  expect(answers.map((line) => JSON.parse(line))).toEqual([
    { jsonrpc: '2.0', id: null, error: { code: -32_600, message: said[0] } },
  ]);
  expect(said[0]).toContain('at most 100 bytes');
});

test('a line of just the bytes that may be is read', async () => {
  const line = JSON.stringify(ping(7));
  const { stdin, heard, said, transport, closed } = open(Buffer.byteLength(line));
  await transport.start();
  stdin.end(`${line}\n\n${line}\n`);
  await closed;
  expect([heard, said]).toEqual([[ping(7), ping(7)], []]);
});
