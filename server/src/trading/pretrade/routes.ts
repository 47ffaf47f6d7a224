import { pretradeEndpoints } from '@windlass/contract';
import { type Binding, bind, type Context } from '../../http/bind.ts';
import { requireReach } from '../accounts/index.ts';
import type { Side } from '../model/order.ts';
import type { Pretrade } from './types.ts';
import { canExecute } from './validation.ts';
import { toAnalysisWire, toLiquidityWire, toValidationWire } from './wire.ts';

/** Routes of pre-trade analysis (Trading §4.5); fees have their own. */
export function pretradeRoutes(pretrade: Pretrade): Binding[] {
  return [
    bind(pretradeEndpoints.analyzeOrder, async ({ body }, { caller }) => {
      const order = orderOf(body, caller);
      const { order_type: type, urgency, include_scenarios: withScenarios } = body;
      const limitPrice = body.limit_price ?? undefined;
      const draft = { ...order, type, limitPrice, urgency, withScenarios };
      return toAnalysisWire(await pretrade.analyze(draft));
    }),
    bind(pretradeEndpoints.validatePretrade, async ({ body }, { caller }) => {
      const validation = await pretrade.validate(orderOf(body, caller));
      return { can_execute: canExecute(validation), validation: toValidationWire(validation) };
    }),
    bind(pretradeEndpoints.getLiquidity, async ({ query }) =>
      toLiquidityWire(await pretrade.liquidity(query.symbol)),
    ),
  ];
}

interface OrderFields {
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number;
  readonly exchange_account_ids: readonly string[];
}

/** A key must reach every account that is named, whether or not the account exists. */
function orderOf(body: OrderFields, caller: Context['caller']) {
  const { symbol, side, quantity, exchange_account_ids: accountIds } = body;
  for (const id of accountIds) requireReach(caller, id);
  return { symbol, side, quantity, accountIds };
}
