import { algorithmParams, algorithmTypes } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldsOf, toFields } from './fields.ts';

const fieldOf = (type: (typeof algorithmTypes)[number], name: string) =>
  fieldsOf(type).find((field) => field.name === name);

describe('the fields of a form', () => {
  it.each(algorithmTypes)('are all parameters of %s, those that are required first', (type) => {
    const fields = fieldsOf(type);
    const names = Object.keys(algorithmParams[type].shape);
    expect(fields.map(({ name }) => name).sort()).toEqual([...names].sort());
    const required = fields.map(({ isRequired }) => isRequired);
    expect(required).toEqual([...required].sort((one, other) => Number(other) - Number(one)));
  });

  it.each(algorithmTypes)('of %s are never JSON: each has a control of its own', (type) => {
    expect(fieldsOf(type).filter(({ kind }) => kind === 'json')).toEqual([]);
  });

  it('begin with the defaults of the contract', () => {
    expect(fieldOf('twap', 'aggression')).toMatchObject({
      kind: 'choice',
      initial: 'neutral',
      isRequired: false,
      options: ['passive', 'neutral', 'aggressive', 'auto'],
    });
    expect(fieldOf('twap', 'randomize_size')).toMatchObject({ kind: 'flag', initial: true });
    expect(fieldOf('sweep', 'max_slippage_bps')).toMatchObject({ kind: 'number', initial: '50' });
    expect(fieldOf('twap', 'duration_seconds')).toMatchObject({ initial: '', isRequired: true });
  });

  it('say what they mean and what they may be', () => {
    expect(fieldOf('twap', 'duration_seconds')?.hint).toBe('total execution time; 1 to 604,800');
    expect(fieldOf('ladder', 'price_spacing_bps')?.hint).toBe(
      'between two levels; above 0, up to 5,000',
    );
    expect(fieldOf('ladder', 'start_price')?.hint).toBe(
      'of the first level; the mid when omitted; optional',
    );
    expect(fieldOf('timepace', 'quantity_per_interval')?.hint).toBeUndefined();
  });

  it('are not called as the fields of the order are', () => {
    expect(fieldOf('sweep', 'limit_price')?.label).toBe('Limit price (parameter)');
  });

  it('of a pair name its accounts and symbols, and repeat what the order says', () => {
    expect(fieldOf('spread', 'anchor_symbol')).toMatchObject({ kind: 'mirror', of: 'symbol' });
    expect(fieldOf('spread', 'contra_symbol')).toMatchObject({ kind: 'symbol' });
    expect(fieldOf('spread', 'contra_exchange_account_ids')).toMatchObject({
      kind: 'accounts',
      initial: [],
      label: 'Contra accounts',
    });
    expect(fieldOf('funding_arb', 'perp_exchange_account_id')).toMatchObject({ kind: 'account' });
    expect(fieldOf('funding_arb', 'position_quantity')).toMatchObject({ of: 'quantity' });
  });

  it('grow by themselves with the schema, whatever a new parameter is', () => {
    const grown = z.object({
      max_jitter_pct: z.number().min(0).max(0.5).default(0.25),
      note: z.string().optional(),
      venues: z.array(z.string()).default(['kraken']),
      bounds: z.object({ low: z.number() }).optional(),
    });
    expect(toFields(z.toJSONSchema(grown, { io: 'input' }))).toMatchObject([
      { name: 'max_jitter_pct', kind: 'number', initial: '0.25', hint: '0 to 0.5000' },
      { name: 'note', kind: 'text', initial: '' },
      { name: 'venues', kind: 'json', initial: '["kraken"]' },
      { name: 'bounds', kind: 'json', initial: '' },
    ]);
  });
});
