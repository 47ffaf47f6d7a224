export type { Position, Wallet } from './account.ts';
export { amountText, parseAmount } from './amounts.ts';
export type { BookLevel, Command, FeedCommand } from './commands.ts';
export type { DriverKind } from './core.ts';
export { toText } from './dump.ts';
export { createEngine, type Depth, type Engine, restoreEngine } from './engine.ts';
export type { EngineEvent, Fill } from './events.ts';
export type { LegType, OrderRequest, OrderSnapshot, OrderStatus } from './order.ts';
export { type Reason, reasonTexts } from './reasons.ts';
export {
  defineInstrument,
  type Instrument,
  type InstrumentRules,
  type OrderType,
  priceTicks,
  quantityLots,
  type Side,
  type TimeInForce,
  type TriggerSource,
} from './rules.ts';
export { stopOf } from './triggers.ts';
