import pg from 'pg'

/** Numbers of PostgreSQL's types. */
export const oid = {
  bool: 16,
  bytea: 17,
  int8: 20,
  json: 114,
  timestamp: 1114,
  timestamptz: 1184,
  jsonb: 3802,
} as const

/** The type of an array, and that of its elements. */
const elementTypes = new Map([
  [199, oid.json],
  [1000, oid.bool],
  [1001, oid.bytea],
  [1002, 18], // "char"
  [1003, 19], // name
  [1005, 21], // int2
  [1007, 23], // int4
  [1009, 25], // text
  [1010, 27], // tid
  [1011, 28], // xid
  [1014, 1042], // bpchar
  [1015, 1043], // varchar
  [1016, oid.int8],
  [1021, 700], // float4
  [1022, 701], // float8
  [1028, 26], // oid
  [1041, 869], // inet
  [1115, oid.timestamp],
  [1182, 1082], // date
  [1183, 1083], // time
  [1185, oid.timestamptz],
  [1187, 1186], // interval
  [1231, 1700], // numeric
  [2951, 2950], // uuid
  [3807, oid.jsonb],
])

export function findElementType(type: number): number | undefined {
  return elementTypes.get(type)
}

type Parse = (text: string) => unknown

/** All other types stay text: a date has no time zone, and a numeric has more digits than a number. */
const parsers = new Map<number, Parse>([
  [oid.bool, (text) => text === 't'],
  [oid.bytea, (text) => Buffer.from(text.slice(2), 'hex')],
  // Counts and sequence numbers stay far below 2^53.
  [oid.int8, Number],
  [21, Number],
  [23, Number],
  [26, Number],
  [700, Number],
  [701, Number],
  [oid.json, (text) => JSON.parse(text)],
  [oid.jsonb, (text) => JSON.parse(text)],
  [oid.timestamp, (text) => new Date(text)],
  [oid.timestamptz, (text) => new Date(text)],
])

const keepText: Parse = (text) => text

/** The types of node-postgres name an older interface. */
const { create: openArray } = pg.types.arrayParser as unknown as {
  create(text: string, parse: Parse): { parse(): unknown[] }
}

for (const [array, element] of elementTypes) {
  const parse = parsers.get(element) ?? keepText
  parsers.set(array, (text) => openArray(text, parse).parse())
}

/** What node-postgres asks for the values of a column. */
export const resultTypes = {
  getTypeParser: (type: number): Parse => parsers.get(type) ?? keepText,
} as unknown as pg.CustomTypesConfig
