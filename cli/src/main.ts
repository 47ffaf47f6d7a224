import process from 'node:process';
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import {
  createFetchTransport,
  openAlgorithmStream,
  openBookStream,
  openOrderStream,
  systemRuntime,
} from '@windlass/client';
import type { CliIo, Output, Terminal } from './io.ts';
import { createMachine } from './machine.ts';
import { run } from './run.ts';

/** Size assumed for pipes, and for terminals that do not know their size or say 0. */
const columnsDefault = 80;
const rowsDefault = 24;

function createOutput(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => void stream.write(text),
    get isTty() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns || columnsDefault;
    },
    get rows() {
      return stream.rows || rowsDefault;
    },
    get isBlocked() {
      return stream.writableNeedDrain;
    },
  };
}

function createTerminal(): Terminal {
  return {
    onKey(listener) {
      const { stdin } = process;
      if (!stdin.isTTY) return () => undefined;
      const heard = (bytes: Buffer) => {
        for (const key of bytes.toString('utf8')) listener(key);
      };
      stdin.setRawMode(true).on('data', heard).resume();
      return () => {
        stdin.setRawMode(false).off('data', heard).pause();
      };
    },
    onInterrupt(listener) {
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
      for (const signal of signals) process.on(signal, listener);
      process.stdout.on('error', listener);
      return () => {
        for (const signal of signals) process.off(signal, listener);
        process.stdout.off('error', listener);
      };
    },
    get canAsk() {
      return process.stdin.isTTY === true && process.stderr.isTTY === true;
    },
    ask: (question) =>
      answerOf(createInterface({ input: process.stdin, output: process.stderr }), question),
    async askSecret(question) {
      process.stderr.write(question);
      // The terminal is put into raw mode, and its output is dropped to hide what is typed.
      const nowhere = new Writable({ write: (_bytes, _encoding, done) => done() });
      const input = { input: process.stdin, output: nowhere, terminal: true, historySize: 0 };
      const answer = await answerOf(createInterface(input), '');
      process.stderr.write('\n');
      return answer;
    },
  };
}

function answerOf(lines: Interface, question: string): Promise<string | undefined> {
  return new Promise((done) => {
    // Ctrl-C and Ctrl-D close it without an answer. After an answer, closing has no effect.
    lines.once('close', () => done(undefined));
    lines.question(question, (answer) => {
      done(answer);
      lines.close();
    });
  });
}

const io: CliIo = {
  stdout: createOutput(process.stdout),
  stderr: createOutput(process.stderr),
  env: process.env,
  runtime: systemRuntime,
  transport: createFetchTransport(),
  openStream: openBookStream,
  openAlgorithmStream,
  openOrderStream,
  terminal: createTerminal(),
  machine: createMachine(),
};

// A reader that left (`| head`) is no failure of ours. Further writes would fail with a stack
// trace.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await run(process.argv.slice(2), io);
