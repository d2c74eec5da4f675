import fc from 'fast-check'

/** JSON texts that JavaScript values cannot represent. For tests only. */
const numbers = [
  ...['0', '-0', '1.10', '1e400', '-1E-400', '12345678901234567890', '0.1e+1', '1.0', '100'],
  ...['123456789012345678901234567890.12345678901234567890', '9007199254740993', '1e0001'],
]

const strings = [
  ...['""', '"\\u00e9"', '"é"', '"\\/"', '"/"', '"\\"\\\\"', '"\\ud83d\\ude00"', '"😀"'],
  ...['"{\\"a\\":[1,2]}"', '"\\n\\t"', '"\u2028"', '"constructor"', '"]}"', '", "'],
]

const keys = ['2', '1', '10', 'b', 'a', '', 'é', 'a/b', 'm~n', 'constructor', 'toString', ' ', '😀']

const space = fc.constantFrom('', '', '', ' ', '\n', '\t\r\n  ')

const { value, object } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'nasty' },
    fc.constantFrom(...numbers, 'true', 'false', 'null'),
    fc.constantFrom(...strings),
    fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
    tie('array'),
    tie('object'),
  ),
  array: fc
    .tuple(fc.array(tie('value'), { maxLength: 4, depthIdentifier: 'nasty' }), space)
    .map(([items, gap]) => `[${gap}${items.join(`${gap},${gap}`)}${gap}]`),
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), tie('value')), {
        maxLength: 6,
        selector: ([name]) => name,
        depthIdentifier: 'nasty',
      }),
      space,
      space,
    )
    .map(([members, a, b]) => {
      const parts = members.map(([name, member]) => `${a}${JSON.stringify(name)}${b}:${a}${member}`)
      return `{${parts.join(`${b},`)}${b}}`
    }),
}))

export const nastyValue = value
export const nastyObject = object
