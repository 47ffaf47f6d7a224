import { connect, type Socket } from 'node:net';

type Connected = (...result: [Error, null] | [null, Socket]) => void;

/** A plain connection to the simulator, whatever host and protocol an address names. */
export interface Detour {
  /** Used by a WebSocket. */
  readonly createConnection: () => Socket;
  /** Used by an HTTP dispatcher. */
  readonly connect: (asked: unknown, callback: Connected) => void;
}

/**
 * Returns connections that all lead to the simulator; addresses and Host headers stay unchanged.
 */
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
