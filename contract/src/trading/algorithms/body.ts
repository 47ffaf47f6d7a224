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
  type AlgorithmParamsInput,
  type AlgorithmTypeWire,
  algorithmContract,
  algorithmParams,
  algorithmTypes,
} from './registry.ts';
import type { AlgorithmOrder, Contradiction } from './terms.ts';

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

type AlgorithmBody = AlgorithmOrder &
  Pick<z.output<typeof algorithmBody>, 'algorithm_type' | 'params' | 'reduce_only'>;

interface ParamsIssue extends Contradiction {
  /** Set when the path does not lead to the value. */
  readonly value?: unknown;
  /** Names of the type's parameters, set when the named one is not among them. */
  readonly names?: readonly string[];
}

function paramsIssues(body: AlgorithmBody): readonly ParamsIssue[] {
  const { algorithm_type: type, params } = body;
  const contract = algorithmContract(type);
  const parsed = contract.params.safeParse(params);
  if (parsed.success) {
    return [...contract.contradictions(body, parsed.data), ...reduceOnlyIssues(body, parsed.data)];
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
      message: `${shortName(key)} is not a parameter of ${type}`,
      value: params[key],
      names: Object.keys(contract.params.shape),
    }));
  });
}

/** Returns an issue when a leg of a reduce-only order has no positions. */
function reduceOnlyIssues(
  { reduce_only, symbol, algorithm_type: type }: AlgorithmBody,
  params: Readonly<Record<string, unknown>>,
): readonly Contradiction[] {
  if (!reduce_only) return [];
  const { opensBothLegs, legs: [, second] = [] } = algorithmContract(type);
  if (opensBothLegs) {
    const message = `reduce_only has no place in ${type}, which opens both of its legs`;
    return [{ path: ['reduce_only'], message }];
  }
  // The first leg trades the order itself.
  const symbols = second ? [symbol, String(params[second.symbol])] : [symbol];
  return symbols.some(isSpotSymbol) ? [{ path: ['reduce_only'], message: spotReduceOnly }] : [];
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
