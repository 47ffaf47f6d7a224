import type { Exchange } from '../../exchange/exchange.ts';
import type { Line } from '../../ws/sockets.ts';

/** Milliseconds without a message in either direction after which a connection ends. */
const silentMsMax = 30_000;
const noData = 4004;

interface Silent {
  readonly line: Line;
  readonly connId: string;
}

/** Postpones the end of a silent connection, which is checked with the next request or price. */
export function keepAlive(exchange: Exchange, { line, connId }: Silent): void {
  const end = () => line.close(noData, 'No data received in 30s');
  exchange.later(`stream ${connId}`, silentMsMax, end);
}

/** Removes the postponed end of a connection that is over. */
export function letGo(exchange: Exchange, connId: string): void {
  exchange.later(`stream ${connId}`, 0, () => undefined);
}
