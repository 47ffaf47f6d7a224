export type { Earned, Position, Wallet } from './account.ts';
export { amountDecimals, amountText, parseAmount, wholeUnit } from './amounts.ts';
export type { CollateralSums } from './collateral.ts';
export type {
  BookLevel,
  CollateralRate,
  Command,
  FeedCommand,
  FundingCommand,
} from './commands.ts';
export type { DriverKind } from './core.ts';
export { toText } from './dump.ts';
export { createEngine, type Depth, type Engine, restoreEngine } from './engine.ts';
export type { EngineEvent, ExchangedEvent, Fill, FundingEvent, LiquidatedEvent } from './events.ts';
export type { Funds } from './funds.ts';
export type { LegType, OrderRequest, OrderSnapshot, OrderStatus } from './order.ts';
export { type Reason, reasonTexts } from './reasons.ts';
export type { PositionRisk } from './risk.ts';
export {
  defineInstrument,
  type Instrument,
  type InstrumentRules,
  type MarginMode,
  type OrderType,
  type PositionLeg,
  priceTicks,
  quantityLots,
  type Side,
  type TimeInForce,
  type TriggerSource,
} from './rules.ts';
export type { MaintenanceTier, Tier } from './tiers.ts';
export { stopOf } from './triggers.ts';
