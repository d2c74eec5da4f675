import { expect, test } from 'vitest'
import { type Bus, Subscribers } from './bus/bus.ts'
import { Presence, visitSeconds } from './presence.ts'

const place = { workspaceId: 1, type: 'project', id: 'a' }
const person = (name: string, is_editing = false) => ({ id: 1, name, kind: 'user', is_editing })
const visitor = (credentialId: string, clientId = '') => ({ credentialId, clientId })

/** Two processes with one bus and one clock. */
function processes() {
  let now = 0
  const subscribers = new Subscribers()
  const bus = {
    publish: async (topic: string, message: string) => subscribers.tell(topic, message),
    subscribe: (topic: string, listener: (message: string | undefined) => void) =>
      subscribers.add(topic, listener),
  } as Bus
  const open = () => new Presence({ bus, clock: () => new Date(now) })
  const advance = (seconds: number) => {
    now += seconds * 1000
  }
  return { here: open(), there: open(), advance }
}

test('every process knows a visitor until they leave or stay silent', async () => {
  const { here, there, advance } = processes()
  const changes: string[][] = []
  there.onChange((changed) => changes.push(there.at(changed).map(({ name }) => name)))
  await here.enter(place, visitor('ada'), person('Ada'))
  await here.enter(place, visitor('ada'), person('Ada'))
  await there.enter(place, visitor('jo'), person('Jo'))
  expect(here.at(place)).toEqual([person('Ada'), person('Jo')])
  expect([here.has(place, 'ada'), here.has({ ...place, workspaceId: 2 }, 'ada')]).toEqual([
    true,
    false,
  ])
  await here.leave(place, visitor('jo'))
  advance(visitSeconds - 1)
  expect(there.at(place)).toHaveLength(1)
  advance(1)
  expect(there.at(place)).toEqual([])
  there.prune()
  expect(changes).toEqual([['Ada'], ['Ada', 'Jo'], ['Ada'], []])
  here.close()
  there.close()
})

test('a person with two windows is there once, and edits if one of them does', async () => {
  const { here, there } = processes()
  await here.enter(place, visitor('ada', '1'), person('Ada', true))
  await here.enter(place, visitor('ada', '2'), person('Ada'))
  expect(there.at(place)).toEqual([person('Ada', true)])
  await here.leave(place, visitor('ada', '1'))
  expect(there.at(place)).toEqual([person('Ada')])
  here.close()
  there.close()
})
