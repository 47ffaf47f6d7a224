import { z } from 'zod';
import { clientName } from '../orders/clientName.ts';
import {
  eligibleAccounts,
  isSpotSymbol,
  spotReduceOnly,
  tradedQuantity,
  tradedReduceOnly,
  tradedSide,
  tradedSymbol,
} from '../pretrade/fields.ts';
import {
  type Contradiction,
  fundingArbContradictions,
  type PairOrder,
  spreadContradictions,
} from './pairContradictions.ts';
import {
  type AlgorithmTypeWire,
  algorithmParams,
  algorithmTypes,
  type LadderParamsWire,
} from './params.ts';

type Schemas = typeof algorithmParams;

/** Parameters as callers write them: those with a default may be left out. */
export type AlgorithmParamsInput = z.input<Schemas[AlgorithmTypeWire]>;

/** Parameters of a type, with their defaults. */
export type ParsedAlgorithmParams = {
  [Type in AlgorithmTypeWire]: { readonly type: Type; readonly params: z.output<Schemas[Type]> };
}[AlgorithmTypeWire];

export const algorithmNameLengthMax = 128;
/** More than any price. */
const limitPriceMax = 1e15;

/** The type decides which schema applies, so the whole body is what checks the parameters. */
const paramsField = z.looseObject({}, { error: 'params is required and must be an object' }).meta({
  description: 'by algorithm_type',
  oneOf: algorithmTypes.map((type) => ({ title: type, ...jsonSchemaOf(type) })),
}) as unknown as z.ZodType<Readonly<Record<string, unknown>>, AlgorithmParamsInput>;

/** Orderbook §4.3. */
export const algorithmBody = z
  .strictObject({
    algorithm_type: z.enum(algorithmTypes, {
      error: `algorithm_type must be one of ${algorithmTypes.join(', ')}`,
    }),
    symbol: tradedSymbol,
    side: tradedSide,
    quantity: tradedQuantity,
    exchange_account_ids: eligibleAccounts,
    limit_price: z
      .number({ error: 'limit_price must be a number' })
      .positive('limit_price must be above 0')
      .max(limitPriceMax, `limit_price must be at most ${limitPriceMax}`)
      .optional()
      .describe('never executed beyond it'),
    reduce_only: tradedReduceOnly,
    client_algorithm_id: clientName('client_algorithm_id', algorithmNameLengthMax)
      .optional()
      .describe('your own name for the algorithm, unique for ever'),
    params: paramsField,
  })
  .superRefine((body, context) => {
    for (const { path, message, value, names } of paramsIssues(body)) {
      context.addIssue({
        code: 'custom',
        path: [...path],
        message,
        ...(value !== undefined && { params: { value, names } }),
      });
    }
  });

type AlgorithmBody = PairOrder &
  Pick<z.output<typeof algorithmBody>, 'algorithm_type' | 'params' | 'reduce_only'>;

interface ParamsIssue extends Contradiction {
  /** Set when the path does not lead to the value. */
  readonly value?: unknown;
  /** Names of the type's parameters, set when the named one is not among them. */
  readonly names?: readonly string[];
}

/** Reads the parameters of a type. They have passed the body's own check before. */
export function parseAlgorithmParams(
  type: AlgorithmTypeWire,
  params: Readonly<Record<string, unknown>>,
): ParsedAlgorithmParams {
  switch (type) {
    case 'twap':
      return { type, params: algorithmParams.twap.parse(params) };
    case 'ladder':
      return { type, params: algorithmParams.ladder.parse(params) };
    case 'sweep':
      return { type, params: algorithmParams.sweep.parse(params) };
    case 'timepace':
      return { type, params: algorithmParams.timepace.parse(params) };
    case 'spread':
      return { type, params: algorithmParams.spread.parse(params) };
    case 'funding_arb':
      return { type, params: algorithmParams.funding_arb.parse(params) };
  }
}

function paramsIssues(body: AlgorithmBody): readonly ParamsIssue[] {
  const { algorithm_type: type, params } = body;
  const parsed = algorithmParams[type].safeParse(params);
  if (parsed.success) {
    const read = parseAlgorithmParams(type, params);
    return [...contradictions(body, read), ...reduceOnlyIssues(body, read)];
  }
  const { issues } = parsed.error;
  // Rules between parameters mean nothing while one of them is invalid by itself.
  const own = issues.filter(({ code }) => code !== 'custom');
  return (own.length > 0 ? own : issues).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') {
      return [{ path: ['params', ...issue.path.map(String)], message: issue.message }];
    }
    return issue.keys.map((key) => ({
      path: ['params', shortName(key)],
      message: `${shortName(key)} is no parameter of ${type}`,
      value: params[key],
      names: Object.keys(algorithmParams[type].shape),
    }));
  });
}

/** Returns the parameters that are valid by themselves and contradict the order. */
function contradictions(
  order: AlgorithmBody,
  parsed: ParsedAlgorithmParams,
): readonly Contradiction[] {
  switch (parsed.type) {
    case 'twap':
    case 'sweep':
      return [];
    case 'ladder':
      return ladderContradictions(order, parsed.params);
    case 'timepace': {
      if (parsed.params.quantity_per_interval <= order.quantity) return [];
      const message = 'quantity_per_interval must not be above quantity';
      return [{ path: ['params', 'quantity_per_interval'], message }];
    }
    case 'spread':
      return spreadContradictions(order, parsed.params);
    case 'funding_arb':
      return fundingArbContradictions(order, parsed.params);
  }
}

/** Returns an issue when a leg of a reduce-only order has no positions. */
function reduceOnlyIssues(
  { reduce_only, symbol }: AlgorithmBody,
  parsed: ParsedAlgorithmParams,
): readonly Contradiction[] {
  if (!reduce_only) return [];
  if (parsed.type === 'funding_arb') {
    const message = 'reduce_only has no place in funding_arb, which opens both of its legs';
    return [{ path: ['reduce_only'], message }];
  }
  const symbols = parsed.type === 'spread' ? [symbol, parsed.params.contra_symbol] : [symbol];
  return symbols.some(isSpotSymbol) ? [{ path: ['reduce_only'], message: spotReduceOnly }] : [];
}

function ladderContradictions(
  { side }: AlgorithmBody,
  { start_price: start, end_price: end }: LadderParamsWire,
): readonly Contradiction[] {
  if (start === undefined || end === undefined) return [];
  if (side === 'buy' ? end < start : end > start) return [];
  const where = side === 'buy' ? 'below' : 'above';
  const message = `end_price must be ${where} start_price for a ${side}`;
  return [{ path: ['params', 'end_price'], message }];
}

/** Longest name of an unknown parameter that is repeated. Our own names are far shorter. */
const nameLengthMax = 64;

function shortName(name: string): string {
  return name.slice(0, nameLengthMax);
}

function jsonSchemaOf(type: AlgorithmTypeWire): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schema } = z.toJSONSchema(algorithmParams[type], { io: 'input' });
  return schema;
}
