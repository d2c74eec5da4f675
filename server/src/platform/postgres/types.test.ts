import { describe, expect, test } from 'vitest'
import { useService } from '../../../test/harness.ts'
import { statement } from '../../../test/statement.ts'
import type { Sql } from './sql.ts'

const service = useService()
const at = new Date('2026-01-02T03:04:05.678Z')

async function one(sql: Sql, text: string): Promise<unknown> {
  const [row] = await sql<{ value: unknown }>(statement(`select ${text} as value`))
  return row?.value
}

describe('a column', () => {
  const results: [sql: string, value: unknown][] = [
    ['1::smallint', 1],
    ['1::integer', 1],
    ['9007199254740991::bigint', 9007199254740991],
    ['count(*)', 1],
    ['1.5::real', 1.5],
    ['0.1::float8', 0.1],
    ['1.10::numeric', '1.10'],
    ['123456789012345678901234567890::numeric', '123456789012345678901234567890'],
    ['true', true],
    ['false', false],
    ["'text'::text", 'text'],
    ["'0190a000-0000-7000-8000-000000000000'::uuid", '0190a000-0000-7000-8000-000000000000'],
    ["'2026-01-02'::date", '2026-01-02'],
    ["'2026-01-02 03:04:05.678+00'::timestamptz", at],
    ["'1 day'::interval", '1 day'],
    ["'\\x00ff'::bytea", Buffer.from([0, 255])],
    ['null::integer', null],
    [`'{"a":[1,2.5,"x",null]}'::jsonb`, { a: [1, 2.5, 'x', null] }],
    [`'"text"'::json`, 'text'],
    ["'null'::jsonb", null],
    ['array[1,2]::integer[]', [1, 2]],
    ['array[1,2]::bigint[]', [1, 2]],
    ['array[0.5]::float8[]', [0.5]],
    ['array[1.10]::numeric[]', ['1.10']],
    ['array[true,false]', [true, false]],
    [`array['a','b,"c\\',' d','']`, ['a', 'b,"c\\', ' d', '']],
    ["'{}'::text[]", []],
    [
      'array[array[1,2],array[3,4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["array['2026-01-02'::date]", ['2026-01-02']],
    ["array['2026-01-02 03:04:05.678+00'::timestamptz]", [at]],
    [`array['{"a":1}'::jsonb]`, [{ a: 1 }]],
    ["array['name'::name]", ['name']],
    [
      "array['0190a000-0000-7000-8000-000000000000'::uuid]",
      ['0190a000-0000-7000-8000-000000000000'],
    ],
  ]

  test.each(results)('%s', async (text, value) => {
    const { db } = service.deps
    expect(await one(db.system, text)).toEqual(value)
    expect(await one(db.workspace(1), text)).toEqual(value)
  })

  test('keeps every digit of JSON as text', async () => {
    const text = '{"b":12345678901234567890.10,"a":1e400}'
    const [row] = await service.deps.db.system`select ${text}::text::json::text as value`
    expect(row?.value).toBe(text)
  })

  test('of a row that does not exist, or of a statement without rows', async () => {
    const { system } = service.deps.db
    expect(await system`select 1 as one where false`).toEqual([])
    expect(await system`set local lock_timeout = 1`).toEqual([])
  })
})

describe('a value', () => {
  const read = async (send: (sql: Sql) => Promise<{ value: unknown }[]>) => {
    const { db } = service.deps
    const [first] = await send(db.system)
    const [again] = await send(db.system)
    expect(again).toEqual(first)
    const inTransaction = await db.transaction(1, async (tx) => send(tx))
    expect(inTransaction).toEqual([first])
    return first?.value
  }
  const typed: [name: string, value: unknown, type: string, text: string][] = [
    ['a number', 5, 'integer', '5'],
    ['a fraction', 0.5, 'numeric', '0.5'],
    ['a number as text', 5, 'text', '5'],
    ['a bigint', 9007199254740993n, 'bigint', '9007199254740993'],
    ['null', null, 'integer', null as never],
    ['a string', 'a', 'text', 'a'],
    ['digits', '12', 'integer', '12'],
    ['a date without a time', '2026-01-02', 'date', '2026-01-02'],
    ['an array of numbers', [1, 2], 'integer[]', '{1,2}'],
    ['an empty array', [], 'text[]', '{}'],
    ['an array of texts', ['a', 'b,"c\\', ''], 'text[]', '{a,"b,\\"c\\\\",""}'],
    ['an array with null', ['a', null], 'text[]', '{a,NULL}'],
    ['an array of arrays', [[1], [2]], 'integer[]', '{{1},{2}}'],
    ['an array literal', '{1,2}', 'integer[]', '{1,2}'],
    ['an object', { a: [1, '2'] }, 'jsonb', '{"a": [1, "2"]}'],
    ['an array as JSON', [1, { a: null }], 'jsonb', '[1, {"a": null}]'],
    ['a string as JSON', 'a "b"', 'jsonb', '"a \\"b\\""'],
    ['a number as JSON', 5, 'jsonb', '5'],
    ['bytes', Buffer.from([0, 255]), 'bytea', '\\x00ff'],
    ['text as bytes', 'ä', 'bytea', '\\xc3a4'],
    ['other bytes', new Uint8Array([1, 2]), 'bytea', '\\x0102'],
    ['an array of objects', [{ a: 1 }], 'jsonb[]', '{"{\\"a\\": 1}"}'],
  ]

  test.each(typed)('%s', async (_name, value, type, text) => {
    expect(
      await read((sql) => {
        const cast = Object.assign(['select (', `::${type})::text as value`], { raw: [] })
        return sql(cast as never, value)
      }),
    ).toBe(text)
  })

  test('says its own type if the statement does not', async () => {
    expect(await read((sql) => sql`select ${at} as value`)).toEqual(at)
    expect(await read((sql) => sql`select ${true} as value`)).toBe(true)
    expect(await read((sql) => sql`select ${5n} as value`)).toBe(5)
    expect(await read((sql) => sql`select ${Buffer.from('a')} as value`)).toEqual(Buffer.from('a'))
    expect(await read((sql) => sql`select ${'a'} as value`)).toBe('a')
    expect(await read((sql) => sql`select ${at} + interval '1 day' - ${at} as value`)).toBe('1 day')
    expect(await read((sql) => sql`select ${sql.json([1])} as value`)).toEqual([1])
    expect(await read((sql) => sql`select ${sql.json('a')} as value`)).toBe('a')
    expect(await read((sql) => sql`select ${sql.json(null)}::text as value`)).toBe(null)
  })

  test('can be a time, in an array too', async () => {
    expect(
      await read((sql) => sql`select (${at}::timestamptz = ${at.toISOString()}) as value`),
    ).toBe(true)
    expect(await read((sql) => sql`select ${[at.toISOString()]}::timestamptz[] as value`)).toEqual([
      at,
    ])
  })
})

describe('a part', () => {
  test('numbers its values in the order of the text', async () => {
    const { system: sql } = service.deps.db
    const inner = sql.part`${2}::int + ${3}::int`
    const outer = sql.part`(${1}::int, ${inner}, ${[sql.part`${4}::int`, sql.part`+ ${5}::int`]})`
    const [row] = await sql`select ${outer}::text as value`
    expect(row?.value).toBe('(1,5,9)')
  })

  test('writes columns for an insert, an update, and several rows', async () => {
    const { db } = service.deps
    const rows = await db.transaction('system', async (tx) => {
      await tx`create temp table typed (id int, "odd ""name" text, data jsonb, at timestamptz) on commit drop`
      const row = { id: 1, 'odd "name': 'a', data: tx.json({ a: 1 }), at }
      await tx`insert into typed ${tx.columns(row)}`
      await tx`insert into typed ${tx.columns([
        { ...row, id: 2 },
        { ...row, id: 3, at: null },
      ])}`
      await tx`insert into typed ${tx.columns({ ...row, id: 4, at: tx.part`${at}::timestamptz + '1 s'` }, 'id', 'at')}`
      await tx`update typed set ${tx.columns({ data: [1], 'odd "name': 'b' })} where id = ${2}`
      await tx`update ${tx.identifier('typed')} set ${tx.columns({ id: 30, at })} where ${tx.identifier('typed.id')} = 3`
      return tx`select * from typed order by id`
    })
    expect(rows).toEqual([
      { id: 1, 'odd "name': 'a', data: { a: 1 }, at },
      { id: 2, 'odd "name': 'b', data: [1], at },
      { id: 4, 'odd "name': null, data: null, at: new Date(at.getTime() + 1000) },
      { id: 30, 'odd "name': 'a', data: { a: 1 }, at },
    ])
  })
})
