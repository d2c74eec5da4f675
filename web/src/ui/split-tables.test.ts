import { expect, test } from 'vitest'
import { splitTables } from './split-tables.ts'

test('finds tables between texts, and leaves code and lone bars alone', () => {
  const text = [
    'In short:',
    '',
    '| | Last week |',
    '|---|:-:|',
    '| Reach | 18 \\| 20 |',
    '',
    'That | was all.',
    '```',
    '| a | b |',
    '|---|---|',
    '```',
  ].join('\n')
  expect(splitTables(text)).toEqual([
    { text: 'In short:\n' },
    { table: { head: ['', 'Last week'], rows: [['Reach', '18 | 20']] } },
    { text: '\nThat | was all.\n```\n| a | b |\n|---|---|\n```' },
  ])
})
