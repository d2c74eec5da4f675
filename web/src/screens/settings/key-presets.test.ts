import { expect, test } from 'vitest'
import { permissions } from '../../../../server/src/http/permissions.ts'
import { presets, scopesOf } from './key-presets.ts'

test('no preset lets an agent answer for a person, and only “everything” publishes or administrates', () => {
  for (const { id } of presets)
    expect(scopesOf(id, permissions)).not.toContain('notifications:write')
  for (const id of ['media', 'project', 'read'] as const) {
    const scopes = scopesOf(id, permissions)
    expect(scopes.length).toBeGreaterThan(5)
    for (const one of ['social:write', 'members:write', 'api-keys:write']) {
      expect(scopes).not.toContain(one)
    }
  }
  expect(scopesOf('read', permissions).every((one) => one.endsWith(':read'))).toBe(true)
  expect(scopesOf('everything', ['boards:read'])).toEqual(['boards:read'])
})
