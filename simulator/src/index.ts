export type { NewAccount } from './exchange/accounts.ts';
export type { MarketDefinition } from './exchange/definition.ts';
export type { ShownBook, ShownLevel } from './exchange/marketMaker.ts';
export type { Fault, FaultPlan } from './http/faults.ts';
export type { RawRequest } from './http/request.ts';
export type { LoggedRequest } from './http/requestLog.ts';
export type { Schedule } from './http/server.ts';
export { createSimulator, type Simulator, type VenueName } from './simulator.ts';
export type { StreamFault } from './ws/faults.ts';
