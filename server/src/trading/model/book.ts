/** Returns the mid of the best bid and the best ask; undefined while either is missing. */
export function midPrice(bid: number | undefined, ask: number | undefined): number | undefined {
  return bid === undefined || ask === undefined ? undefined : (bid + ask) / 2;
}

/** Returns the distance from bid to ask in bps of the mid; negative for crossed venues. */
export function spreadBps(bid: number | undefined, ask: number | undefined): number | undefined {
  if (bid === undefined || ask === undefined) return undefined;
  return ((ask - bid) / ((bid + ask) / 2)) * 10_000;
}
