import { expect, test } from 'vitest'
import { permissions } from '../../../../server/src/http/permissions.ts'
import { listScopes, presets } from './key-presets.ts'

test('no preset lets an agent answer for a person, and only “everything” publishes or administrates', () => {
  for (const { id } of presets)
    expect(listScopes(id, permissions)).not.toContain('notifications:write')
  for (const id of ['media', 'project', 'read'] as const) {
    const scopes = listScopes(id, permissions)
    expect(scopes.length).toBeGreaterThan(5)
    for (const one of ['social:write', 'members:write', 'api-keys:write']) {
      expect(scopes).not.toContain(one)
    }
  }
  expect(listScopes('read', permissions).every((one) => one.endsWith(':read'))).toBe(true)
  expect(listScopes('everything', ['boards:read'])).toEqual(['boards:read'])
})
