import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoint, type Endpoint } from '../../../contract/src/index.ts';
import { renderPythonModules } from './modules.ts';

const endpoint = (changes: Partial<Endpoint> & { data?: z.ZodType }): Endpoint => ({
  ...defineEndpoint({
    service: 'vault',
    method: 'GET',
    path: '/things',
    tag: 'Vaults',
    summary: 'List things',
    access: 'any',
    data: z.object({ thingName: z.string() }),
    message: 'ok',
  }),
  ...changes,
});

function moduleOf(endpoints: Readonly<Record<string, Endpoint>>): string {
  const files = renderPythonModules({ endpoints, tags: { Vaults: 'Things.' }, catalogue: {} });
  return files.find(({ path }) => path.endsWith('/vaults.py'))?.text ?? '';
}

test('a method takes named arguments in snake case and sends them as the wire names them', () => {
  const text = moduleOf({
    changeThing: endpoint({
      method: 'PATCH',
      path: '/things/:id',
      access: ['vault_manager'],
      answersWithinMs: 20_000,
      params: z.object({ id: z.string() }),
      query: z.object({ from: z.string().optional() }),
      body: z.object({ maxSize: z.number().positive().nullable().optional().describe('units') }),
    }),
  });
  expect(text).toContain(`    def change_thing(
        self,
        *,
        id: str,
        from_: Optional[str] = None,
        max_size: Union[float, Null, None] = None,
    ) -> ChangeThingData:`);
  expect(text).toContain('            max_size: units; above 0\n');
  expect(text).toContain(`        return self._ask(
            "PATCH",
            f"/things/{segment('id', id)}",
            house="vault",
            query={"from": from_},
            body={"maxSize": max_size},
            answers_within=20,
        )`);
});

test('answers are typed dictionaries, each shape once, fields that may be missing apart', () => {
  const fee = z.object({ asset: z.string(), cost: z.number().nullable() });
  const data = z.object({ fees: z.array(fee), other: fee, note: z.string().optional() });
  const text = moduleOf({ listThings: endpoint({ data }) });
  expect(text).toContain(`class ListThingsDataFee(TypedDict):
    asset: str
    cost: Optional[float]


class _ListThingsData(TypedDict):
    fees: List[ListThingsDataFee]
    other: ListThingsDataFee


class ListThingsData(_ListThingsData, total=False):
    note: str
`);
  expect(text).not.toContain('class ListThingsDataOther');
});

test('no line is longer than a formatter would leave it', () => {
  const words = [
    'pending',
    'open',
    'closed',
    'cancelled',
    'expired',
    'rejected',
    'unknown',
  ] as const;
  const query = z.object({ status: z.enum(words).optional().describe('word '.repeat(40)) });
  const text = moduleOf({ listThings: endpoint({ query }) });
  expect(text.split('\n').filter((line) => line.length > 88)).toEqual([]);
  expect(text).toContain(
    '        status: Optional[\n            Literal[\n                "pending",\n',
  );
});
