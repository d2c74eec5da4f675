import { describe, expect, test } from 'vitest'
import { testBadInput } from './test-bad-input.ts'

/** `bad-input.slow.test.ts` sends more. */
const service = testBadInput({ bodies: 4, urls: 3 })

describe('naughty strings', () => {
  const strings = [
    "Robert'); DROP TABLE users;--",
    '<script>alert(1)</script>',
    '{{7*7}} #{7*7} `id` $(id)',
    '%s%n%x',
    '../../../etc/passwd',
    '\u202e\u2066right to left\u2069',
    '👩‍👩‍👧‍👦 ﷽ Ω≈ç√∫',
    'ÅÅ \u0041\u030a',
    '\u200b\ufeff zero width',
    'tab\tnew\nline\r\n',
    '0',
    'null',
    'true',
    '\\',
  ]

  test('are stored and returned unchanged', async () => {
    // The searches may have disabled their workspace.
    const mia = await service.tenant()
    for (const name of strings) {
      const made = await service.call('POST', '/api/v1/workspaces/teamspaces', {
        key: mia.key,
        body: { name },
      })
      expect([name, made.status]).toEqual([name, 201])
      const path = `/api/v1/workspaces/teamspaces/${made.body.id}`
      const { body } = await service.call('GET', path, { key: mia.key })
      expect(body.name).toBe(name.trim())
    }
  })
})
