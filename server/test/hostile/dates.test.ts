import { describe, expect, test } from 'vitest'
import { timeFormats } from '../../src/http/body/time-formats.ts'
import { useService, useTenant } from '../harness.ts'
import { operations } from '../operations.ts'
import { extreme, impossible, isOffset, listPlaces, testTimeFields } from './test-time-fields.ts'

/** Dates, times and zones that the code or the database cannot represent. */
const service = useService()
const mia = useTenant(service)

describe.each(Object.entries(timeFormats))('the format %s', (format, { check }) => {
  test.each(impossible.filter((text) => !isOffset(text, format)))('does not accept %j', (text) => {
    expect(check(text)).toBe(false)
  })

  test.each(extreme[format] ?? [])('accepts %j', (text) => {
    expect(check(text)).toBe(true)
  })
})

/** A leap second, a year that PostgreSQL lacks, and a word that it knows. */
const hostile = ['2026-12-31T23:59:60Z', '0000-01-01', 'infinity']

testTimeFields(service, mia, hostile)

test('thirty requests of a guest with impossible times block no connection', async () => {
  const guest = await service.colleague(mia, 'guest')
  const body = { action: 'read', before: '2026-12-31T23:59:60Z' }
  const marks = Array.from({ length: 30 }, () =>
    service.call('POST', '/api/v1/notifications/mark', { key: guest.key, body }),
  )
  for (const { status } of await Promise.all(marks)) expect(status).toBe(400)
  const answer = await service.call('POST', '/api/v1/workspaces/teamspaces', {
    key: mia.key,
    body: { name: 'Still writable' },
  })
  expect(answer.status).toBe(201)
})

/** Names that suggest a time. */
const looksLikeTime =
  /(^|_)(at|date|time|day|before|after|from|to|until|since|timezone|tz|zone|deadline|expiry|expires)$/

/** Fields that are named like a time but aren't one, with their meaning. */
const noTimes: Record<string, string> = {
  'deleteStatus query.move_to': 'a status',
  'moveBoardTask body.before': 'a task',
  'moveBoardTask body.after': 'a task',
  'addChecklistItem body.before': 'an item',
  'addChecklistItem body.after': 'an item',
  'updateChecklistItem body.before': 'an item',
  'updateChecklistItem body.after': 'an item',
  'updateProject body.0.from': 'a JSON Pointer',
  'listMessages query.before': 'a message',
  'openAiListFiles query.after': 'a file',
}

test('no operation accepts a time as plain text', () => {
  const plain = operations.flatMap((operation) =>
    [...listPlaces(operation)]
      .filter(({ path, schema: { type, format = '', enum: options } }) => {
        const isText = [type].flat().includes('string') && !options
        const isTime = Object.hasOwn(timeFormats, format)
        return isText && !isTime && looksLikeTime.test(path.at(-1) ?? '')
      })
      .map(({ part, path }) => `${operation.id} ${part}.${path.join('.')}`),
  )
  expect(plain.filter((place) => !Object.hasOwn(noTimes, place))).toEqual([])
  expect(Object.keys(noTimes).filter((place) => !plain.includes(place))).toEqual([])
})

test('a workflow that waits until an impossible time is refused, or fails at that step', async () => {
  const base = '/api/v1/service/workflows'
  const steps = (until: string) => [{ id: 'nap', type: 'wait', until }]
  const fixed = await service.call('POST', base, {
    key: mia.key,
    body: { definition: { title: 'T', steps: steps('2026-12-31T23:59:60Z') } },
  })
  expect([fixed.status, fixed.body.errors?.[0]?.path]).toEqual([400, 'definition.steps.0.until'])
  const made = await service.call('POST', base, {
    key: mia.key,
    body: { definition: { title: 'T', steps: steps('${inputs.at}') } },
  })
  for (const at of ['2026-12-31T23:59:60Z', '0000-01-01', '+275760-09-13T00:00:00Z', 7]) {
    const { body } = await service.call('POST', `${base}/${made.body.id}/start`, {
      key: mia.key,
      body: { input: { at } },
    })
    await expect
      .poll(
        async () =>
          (
            await service.call('GET', `${base}/${made.body.id}/runs/${body.run_id}/status`, {
              key: mia.key,
            })
          ).body.output.error?.code,
      )
      .toBe('bad_time')
  }
})
