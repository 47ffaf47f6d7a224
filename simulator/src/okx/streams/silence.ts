import type { Exchange } from '../../exchange/exchange.ts';
import type { Line } from '../../ws/sockets.ts';

/** Without a word either way for so long a connection ends. */
const silentMsMax = 30_000;
const noData = 4004;

interface Silent {
  readonly line: Line;
  readonly connId: string;
}

/** Puts off the end of a silent connection; that is looked at with the next request or price. */
export function keepAlive(exchange: Exchange, { line, connId }: Silent): void {
  const end = () => line.close(noData, 'No data received in 30s');
  exchange.later(`stream ${connId}`, silentMsMax, end);
}

/** A connection that is over has no end to come. */
export function letGo(exchange: Exchange, connId: string): void {
  exchange.later(`stream ${connId}`, 0, () => undefined);
}
