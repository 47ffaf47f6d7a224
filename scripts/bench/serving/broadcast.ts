import { WebSocket } from 'ws';
import type { BenchResult } from '../result.ts';
import { median } from '../result.ts';
import { type ServerProcess, startBare, startService, wait } from './processes.ts';

const clientCount = 200;
const rounds = 5;
const settleMs = 700;
const measureMs = 2_000;
const request = { symbol: 'BTC/USDT', venues: [], include_global: true, depth: 20 };
/** The record mark and the packet type, which separate packets that share a frame. */
const packetBorder = '\x1e';

interface Load {
  /** Messages and characters received by all clients. */
  readonly messages: number;
  readonly characters: number;
  readonly samples: readonly string[];
  readonly cpuSeconds: number;
}

/**
 * Measures the server's processor time for every message that reached a client. The cost of the
 * books themselves is measured with a single client and subtracted on both sides; the bare server
 * sends texts of the same number and size at the same rate.
 */
export async function benchBroadcast(): Promise<BenchResult[]> {
  const [service, bare] = [await startService(), await startBare('ws')];
  try {
    const [ours, theirs]: number[][] = [[], []];
    for (let round = -1; round < rounds; round += 1) {
      const own = await perMessage(service, true);
      const perBeat = Math.max(1, Math.round(own.ratePerClient / 10));
      const texts = Array.from(
        { length: perBeat },
        (_, i) => own.samples[i % own.samples.length] ?? '',
      );
      bare.order({ texts, beatsPerSecond: own.ratePerClient / perBeat });
      const floor = await perMessage(bare, false);
      if (round < 0) continue;
      ours?.push(own.microseconds);
      theirs?.push(floor.microseconds);
    }
    const [own, floor] = [median(ours ?? []), median(theirs ?? [])];
    const name = `broadcast to ${clientCount} clients, server CPU a message`;
    return [
      {
        name,
        ours: own,
        peer: 'bare ws',
        theirs: floor,
        unit: 'µs',
        ratio: floor / own,
        target: 0.65,
      },
    ];
  } finally {
    service.stop();
    bare.stop();
  }
}

async function perMessage(server: ServerProcess, isService: boolean) {
  const alone = await load(server, 1, isService);
  const full = await load(server, clientCount, isService);
  const messages = full.messages - alone.messages;
  const cpuSeconds = full.cpuSeconds - alone.cpuSeconds;
  return {
    microseconds: (cpuSeconds / messages) * 1e6,
    ratePerClient: alone.messages / (measureMs / 1_000),
    samples: alone.samples,
  };
}

/** Connects clients, lets them settle, and measures for a while. */
async function load(server: ServerProcess, count: number, isService: boolean): Promise<Load> {
  let isCounting = false;
  let messages = 0;
  let characters = 0;
  const samples: string[] = [];
  const take = (text: string) => {
    if (!isCounting) return;
    const packets = isService ? text.split(packetBorder) : [text];
    messages += packets.length;
    characters += text.length;
    if (samples.length < 40) samples.push(...packets);
  };
  const sockets = await Promise.all(
    Array.from({ length: count }, () => connect(server.port, isService, take)),
  );
  await wait(settleMs);
  const before = await server.cpuSeconds();
  isCounting = true;
  await wait(measureMs);
  isCounting = false;
  const cpuSeconds = (await server.cpuSeconds()) - before;
  for (const socket of sockets) socket.terminate();
  await wait(settleMs / 4);
  return { messages, characters, samples, cpuSeconds };
}

function connect(port: number, isService: boolean, take: (text: string) => void) {
  const path = isService ? '/order-execution/socket.io/?EIO=4&transport=websocket' : '/';
  const url = `ws://127.0.0.1:${port}${path}`;
  const socket = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true });
  return new Promise<WebSocket>((resolve, reject) => {
    socket.on('error', reject);
    if (!isService) socket.on('open', () => resolve(socket));
    socket.on('message', (data) => {
      const text = String(data);
      if (!isService) take(text);
      else if (text.startsWith('0')) socket.send('40');
      else if (text === '2') socket.send('3');
      else if (text.startsWith('40')) {
        socket.send(`42${JSON.stringify(['subscribe_orderbook', request])}`);
      } else if (text.startsWith('42["orderbook_snapshot"')) resolve(socket);
      else take(text);
    });
  });
}
