import { renderShare } from '../bar.ts';
import type { CliIo } from '../io.ts';
import { renderLine } from './details.ts';
import type { Following } from './following.ts';
import { describeBriefly, describeProgress } from './format.ts';

/** Output on which a person watches an algorithm. */
export interface Screen {
  /** Shows every new entry. */
  show(following: Following): void;
  /** Shows the final state. Nothing more is shown afterwards. */
  end(following: Following): void;
}

const clearLine = '\r\u001b[K';

/** Returns a bar below the history on a terminal, and only lines anywhere else. */
export function createScreen(io: CliIo, { isJson }: { readonly isJson: boolean }): Screen {
  if (isJson) return createJsonScreen(io);
  return io.stdout.isTty ? createBarScreen(io) : createLineScreen(io);
}

function createBarScreen({ stdout, runtime }: CliIo): Screen {
  let drawn = '';
  const draw = (following: Following): void => {
    const bar = toBar(following, stdout.columns, runtime.now());
    if (bar === drawn && following.lines.length === 0) return;
    const lines = following.lines.map((line) => `${clearLine}${renderLine(line)}\n`);
    stdout.write(`${lines.join('')}${clearLine}${bar}`);
    drawn = bar;
  };
  return {
    show: draw,
    end(following) {
      draw(following);
      // The bar has room for a part of the text only.
      stdout.write(`${clearLine}${describeProgress(following.algorithm, runtime.now())}\n`);
    },
  };
}

function toBar({ algorithm, connection }: Following, columns: number, nowMs: number): string {
  const share = Math.min(1, Math.max(0, algorithm.progress.fill_percentage / 100));
  const note = connection === 'disconnected' ? 'disconnected, trying again  ' : '';
  return renderShare(share, `${note}${describeBriefly(algorithm, nowMs)}`, columns);
}

function createLineScreen({ stdout, stderr, runtime }: CliIo): Screen {
  let isLost = false;
  const print = ({ lines }: Following): void => {
    for (const line of lines) stdout.write(`${renderLine(line)}\n`);
  };
  return {
    show(following) {
      const wasLost = isLost;
      isLost = following.connection === 'disconnected';
      if (isLost && !wasLost) stderr.write('Connection lost; reconnecting.\n');
      if (wasLost && !isLost) stderr.write('Connected again.\n');
      print(following);
    },
    end(following) {
      print(following);
      stdout.write(`${describeProgress(following.algorithm, runtime.now())}\n`);
    },
  };
}

function createJsonScreen({ stdout }: CliIo): Screen {
  let told: Following['algorithm'] | undefined;
  const write = (value: object): void => stdout.write(`${JSON.stringify(value)}\n`);
  const show = ({ algorithm, lines }: Following): void => {
    for (const line of lines) write({ type: 'event', order_id: algorithm.order_id, ...line });
    if (algorithm === told) return;
    write({ type: 'update', ...algorithm });
    told = algorithm;
  };
  return { show, end: show };
}
