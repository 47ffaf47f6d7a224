export * from './access.ts';
export * from './endpoint.ts';
export * from './endpoints.ts';
export * from './envelopes.ts';
export * from './errors.ts';
export * from './stream.ts';
export * from './system.ts';
export * from './trading/orderbook.ts';
