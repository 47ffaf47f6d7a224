import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection through a proxy. */
export interface ProxiedLine {
  /** Port by which the far server knows the connection. */
  readonly upstreamPort: () => number | undefined;
  /** True once the near side has sent the text. */
  hasSaid(text: string): boolean;
  /** Holds back all answers from now on, without losing any. */
  holdAnswers(): void;
  /** Lets nothing pass in either direction from now on, and notifies no side. */
  silence(): void;
  /** Lets everything pass that was held. */
  release(): void;
  /** Ends both sides at once. */
  cut(): void;
}

/** Treatment of new connections. */
type Greeting = 'pass' | 'cut' | 'silence' | 'hold';

export interface TcpProxy {
  readonly port: number;
  lines(): readonly ProxiedLine[];
  /**
   * Decides what happens to new connections: they pass, are cut at once, are never answered, or get
   * no answer.
   */
  greet(how: Greeting): void;
  /** Cuts every connection, and new ones until `greet` changes that. */
  cutAll(): void;
  silenceAll(): void;
  /** Lets requests pass but no answers, also on new connections. */
  holdAllAnswers(): void;
  /** Lets everything pass again. */
  heal(): void;
  /** Called with each piece of the near side before it passes. */
  listen(listener: (piece: Buffer, line: ProxiedLine) => void): void;
  close(): Promise<void>;
}

interface ProxyAsked {
  readonly targetPort: number;
  /** Its address; the loopback by default, or a namespace's own address. */
  readonly host?: string;
}

/** Words by which connections are recognised. */
const topics = ['engine_lease', 'reserve_order'];

/** Forwards bytes to a port of this machine, until it is set to do something else. */
export async function openTcpProxy({ targetPort, host }: ProxyAsked): Promise<TcpProxy> {
  const lines = new Set<ProxiedLine>();
  let listener: (piece: Buffer, line: ProxiedLine) => void = () => undefined;
  let greeting: Greeting = 'pass';
  const server = createServer((near) => {
    if (greeting === 'cut') {
      near.on('error', () => undefined);
      near.resetAndDestroy();
      return;
    }
    const line = openLine(near, targetPort, (piece) => listener(piece, line));
    lines.add(line);
    near.once('close', () => lines.delete(line));
    if (greeting === 'silence') line.silence();
    if (greeting === 'hold') line.holdAnswers();
  });
  server.listen(0, host ?? '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    lines: () => [...lines],
    greet(how) {
      greeting = how;
    },
    cutAll() {
      greeting = 'cut';
      for (const line of lines) line.cut();
    },
    silenceAll() {
      greeting = 'silence';
      for (const line of lines) line.silence();
    },
    holdAllAnswers() {
      greeting = 'hold';
      for (const line of lines) line.holdAnswers();
    },
    heal() {
      greeting = 'pass';
      for (const line of lines) line.release();
    },
    listen(next) {
      listener = next;
    },
    async close() {
      server.close();
      for (const line of lines) line.cut();
      if (server.listening) await once(server, 'close');
    },
  };
}

/** Joins the near side to the target; a side that pauses is held back by the system itself. */
function openLine(near: Socket, targetPort: number, heard: (piece: Buffer) => void): ProxiedLine {
  const far = connect({ port: targetPort, host: '127.0.0.1' });
  near.setNoDelay(true);
  far.setNoDelay(true);
  const said = new Set<string>();
  const gates = { near: false, far: false };
  const held: { near: Buffer[]; far: Buffer[] } = { near: [], far: [] };
  const cut = (): void => {
    near.destroy();
    far.destroy();
  };
  near.on('data', (piece) => {
    for (const topic of topics) if (piece.includes(topic)) said.add(topic);
    heard(piece);
    // A listener may have closed the gate for this very piece or for its answer.
    if (gates.near) held.near.push(piece);
    else far.write(piece);
  });
  far.on('data', (piece) => {
    if (gates.far) held.far.push(piece);
    else near.write(piece);
  });
  for (const side of [near, far]) {
    side.on('error', cut);
    side.on('close', cut);
  }
  near.on('end', cut);
  far.on('end', cut);
  return {
    upstreamPort: () => far.localPort,
    hasSaid: (text) => said.has(text),
    holdAnswers() {
      gates.far = true;
    },
    silence() {
      gates.near = true;
      gates.far = true;
    },
    release() {
      gates.near = false;
      gates.far = false;
      for (const piece of held.near.splice(0)) far.write(piece);
      for (const piece of held.far.splice(0)) near.write(piece);
    },
    cut,
  };
}
