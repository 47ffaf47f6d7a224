import { once } from 'node:events';
import { Server, Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/support/manualClock.ts';
import { countedAddress, isNetwork, trustedProxies } from '../kit/networks.ts';
import { closeStuckReaders, connectionLimits, limitConnections } from './connections.ts';

const limits = { max: 6, keptForLoopback: 2, perAddressMax: 3 };

/** Returns a fake connection from that address. */
function madeSocket(from: string): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: from });
}

function setUp() {
  const server = new Server();
  limitConnections(server, { isTrustedProxy: trustedProxies(['10.0.0.0/24']), limits });
  return {
    open(address: string) {
      const socket = madeSocket(address);
      server.emit('connection', socket);
      return socket;
    },
  };
}

const isOpen = (socket: Socket) => !socket.destroyed;
const closed = async (socket: Socket) => {
  const over = once(socket, 'close');
  socket.destroy();
  await over;
};

describe('connections', () => {
  it('are bounded for each address, and taken again once one has closed', async () => {
    const { open } = setUp();
    const first = open('192.0.2.1');
    expect([first, open('192.0.2.1'), open('::ffff:192.0.2.1')].every(isOpen)).toBe(true);
    expect(isOpen(open('192.0.2.1'))).toBe(false);
    expect(isOpen(open('192.0.2.2'))).toBe(true);
    await closed(first);
    expect(isOpen(open('192.0.2.1'))).toBe(true);
  });

  it('are bounded in all, with room kept for this machine', () => {
    const { open } = setUp();
    for (const last of [1, 2, 3, 4]) expect(isOpen(open(`192.0.2.${last}`))).toBe(true);
    expect(isOpen(open('192.0.2.5'))).toBe(false);
    expect([open('127.0.0.1'), open('::1')].every(isOpen)).toBe(true);
    expect(isOpen(open('127.0.0.1'))).toBe(false);
  });

  it('are bounded for each network of a customer with IPv6, who has 2^64 addresses', () => {
    const { open } = setUp();
    const opened = [1, 2, 3, 4].map((last) => isOpen(open(`2001:db8::${last}`)));
    expect(opened).toEqual([true, true, true, false]);
    expect(isOpen(open('2001:db8:0:1::1'))).toBe(true);
  });

  it('leave descriptors for exchanges and the database', () => {
    const usual = { max: 10_000, keptForLoopback: 500, perAddressMax: 3_000 };
    expect([connectionLimits(), connectionLimits(1_048_576)]).toEqual([usual, usual]);
    expect(connectionLimits(4_096)).toMatchObject({ max: 3_096, perAddressMax: 928 });
    expect(connectionLimits(1_024)).toMatchObject({ max: 512, keptForLoopback: 25 });
  });

  it('of a trusted proxy are bounded in all alone', () => {
    const { open } = setUp();
    const opened = Array.from({ length: 5 }, () => isOpen(open('10.0.0.7')));
    expect(opened).toEqual([true, true, true, true, false]);
  });
});

describe('an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:51234', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', 'unknown'],
    ['_hidden', 'unknown'],
    ['1.2.3.4.5:6', 'unknown'],
    ['192.0.2.1, 192.0.2.2', 'unknown'],
  ])('%s is counted as %s', (address, name) => {
    expect(countedAddress(address)).toBe(name);
  });
});

describe('proxies', () => {
  it.each(['10.0.0.7', '10.0.0.0/8', '::1', 'fd00::/8'])('may be named as %s', (text) => {
    expect(isNetwork(text)).toBe(true);
  });
  it.each(['', 'proxy', '10.0.0', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129'])(
    'may not be named as "%s"',
    (text) => {
      expect(isNetwork(text)).toBe(false);
    },
  );
  it('are trusted by network, whatever family the socket gives them in', () => {
    const isTrusted = trustedProxies(['10.0.0.0/8', 'fd00::/8']);
    const asked = ['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1', '11.0.0.1', '::1', 'unix'];
    expect(asked.map(isTrusted)).toEqual([true, true, true, false, false, false]);
    const withPorts = ['10.1.2.3:443', '[fd00::1]:443', '11.0.0.1:443'];
    expect(withPorts.map(isTrusted)).toEqual([true, true, false]);
  });
});

describe('a client that stopped reading its answer', () => {
  const watched = () => {
    const server = new Server();
    const clock = createManualClock();
    const stop = closeStuckReaders(server, clock);
    const socket = madeSocket('192.0.2.1');
    const state = { bytesWritten: 0, writableLength: 0 };
    Object.defineProperty(socket, 'bytesWritten', { get: () => state.bytesWritten });
    Object.defineProperty(socket, 'writableLength', { get: () => state.writableLength });
    server.emit('connection', socket);
    return { server, clock, socket, state, stop };
  };

  it('is hung up on after two minutes', async () => {
    const { clock, socket, state, stop } = watched();
    Object.assign(state, { bytesWritten: 100_000, writableLength: 60_000 });
    await clock.advance(120_000);
    expect(isOpen(socket)).toBe(true);
    await clock.advance(20_000);
    expect(isOpen(socket)).toBe(false);
    stop();
    expect(clock.pending()).toBe(0);
  });

  it('may be slow, and may be idle for as long as it likes', async () => {
    const { clock, socket, state, stop } = watched();
    await clock.advance(600_000);
    state.bytesWritten = 1_000_000;
    for (let left = 900_000; left > 0; left -= 100_000) {
      state.writableLength = left;
      await clock.advance(100_000);
    }
    expect(isOpen(socket)).toBe(true);
    stop();
  });

  it('is left to the stream once it has upgraded', async () => {
    const { server, clock, socket, state, stop } = watched();
    Object.assign(state, { bytesWritten: 100_000, writableLength: 60_000 });
    server.emit('upgrade', undefined, socket);
    await clock.advance(600_000);
    expect(isOpen(socket)).toBe(true);
    stop();
  });
});
