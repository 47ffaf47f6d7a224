import { connect, type Socket } from 'node:net';

type Connected = (...result: [Error, null] | [null, Socket]) => void;

/** A plain connection to the simulator, whatever host and protocol an address names. */
export interface Detour {
  /** For a WebSocket. */
  readonly createConnection: () => Socket;
  /** For an HTTP dispatcher. */
  readonly connect: (asked: unknown, callback: Connected) => void;
}

/** Leads every connection to the simulator, addresses and Host headers unchanged. */
export function detourTo({ hostname, port }: URL): Detour {
  const createConnection = () => connect({ host: hostname, port: Number(port) });
  return {
    createConnection,
    connect(_, callback) {
      const socket = createConnection();
      const fail = (error: Error) => callback(error, null);
      socket.setNoDelay(true);
      socket.once('error', fail);
      socket.once('connect', () => {
        socket.off('error', fail);
        callback(null, socket);
      });
    },
  };
}
