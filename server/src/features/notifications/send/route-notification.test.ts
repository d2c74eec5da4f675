import { describe, expect, test } from 'vitest'
import { type Category, type Channel, categoryNames } from '../categories.ts'
import { type Recipient, routeNotification } from './route-notification.ts'

const anyone: Recipient = {
  switchedOff: {},
  quietHours: null,
  digest: null,
  timezone: 'UTC',
  isEmailVerified: true,
  threadMuted: false,
  browsers: 0,
}

/** 03:00, in the middle of the night. */
const situation = { now: new Date('2026-11-15T03:00:00Z'), mailServer: true, recently: 0 }

function route(category: Category, recipient: Partial<Recipient> = {}, recently = 0) {
  const decisions = routeNotification(
    category,
    { ...anyone, ...recipient },
    { ...situation, recently },
  )
  const of = (outcome: string): Channel[] =>
    decisions.filter((one) => one.outcome === outcome).map(({ channel }) => channel)
  return {
    decisions,
    sent: of('send'),
    held: of('hold'),
    gathered: of('gather'),
    skipped: of('skip'),
  }
}

/** The contract's table, and the service's own categories. */
const table: Record<Category, Channel[]> = {
  agentTaskCompleted: ['in_app', 'websocket', 'email'],
  agentNeedsInput: ['in_app', 'websocket', 'email'],
  agentError: ['in_app', 'websocket', 'chat'],
  agentProgress: ['websocket'],
  agentNudge: ['in_app', 'websocket', 'email'],
  mention: ['in_app', 'websocket', 'email'],
  assignment: ['in_app', 'websocket', 'email'],
}

describe.each(categoryNames)('%s', (category) => {
  test('uses exactly the channels of the table', () => {
    const { sent, skipped, decisions } = route(category)
    expect(sent).toEqual(table[category])
    expect([...sent, ...skipped].sort()).toEqual(['chat', 'email', 'in_app', 'push', 'websocket'])
    for (const { reason } of decisions) expect(reason).not.toBe('')
  })

  test('push follows in-app where there is a browser', () => {
    const { sent } = route(category, { browsers: 1 })
    expect(sent.includes('push')).toBe(table[category].includes('in_app'))
  })

  test('each channel can be switched off separately, except the team’s', () => {
    for (const channel of table[category]) {
      const { sent } = route(category, { switchedOff: { [category]: [channel] } })
      expect(sent).toEqual(table[category].filter((one) => one !== channel || one === 'chat'))
    }
    const other = category === 'agentNudge' ? 'agentError' : 'agentNudge'
    expect(route(category, { switchedOff: { [other]: ['in_app'] } }).sent).toEqual(table[category])
  })

  test('a muted thread reaches only the list and the team’s channel', () => {
    const { sent } = route(category, { threadMuted: true, browsers: 1 })
    expect(sent).toEqual(table[category].filter((one) => one === 'in_app' || one === 'chat'))
  })

  test('quiet hours delay emails and pushes, except for errors and questions', () => {
    const quiet = { quietHours: { start: '22:00', end: '07:00' }, browsers: 1 }
    const { held, sent, decisions } = route(category, quiet)
    const waits = ['agentTaskCompleted', 'agentNudge', 'mention', 'assignment'].includes(category)
    expect(held).toEqual(waits ? ['email', 'push'] : [])
    expect(sent).toEqual(expect.arrayContaining(table[category].filter((one) => one !== 'email')))
    for (const { outcome, until } of decisions) {
      if (outcome === 'hold') expect(until).toEqual(new Date('2026-11-15T07:00:00Z'))
    }
    const elsewhere = route(category, { ...quiet, timezone: 'Asia/Tokyo' }) // noon there
    expect(elsewhere.held).toEqual([])
  })

  test('many at once become a digest if the person wants it: nudge emails, progress frames', () => {
    const digest = {
      categories: ['agentProgress', 'agentNudge'] as Category[],
      after: 3,
      minutes: 15,
    }
    expect(route(category, { digest, browsers: 1 }, 2).gathered).toEqual([])
    const expected: Partial<Record<Category, Channel[]>> = {
      agentProgress: ['websocket'],
      agentNudge: ['email', 'push'],
    }
    const { gathered } = route(category, { digest, browsers: 1 }, 3)
    expect(gathered).toEqual(expected[category] ?? [])
    const only = { ...digest, categories: ['agentProgress'] as Category[] }
    expect(route('agentNudge', { digest: only }, 3).gathered).toEqual([])
  })
})

test('without a mail server emails are stored, with the reason', () => {
  const decisions = routeNotification('agentNudge', anyone, { ...situation, mailServer: false })
  expect(decisions.find(({ channel }) => channel === 'email')).toMatchObject({
    outcome: 'send',
    reason: expect.stringContaining('only stored'),
  })
})
