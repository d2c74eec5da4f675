import { expect, test } from 'vitest'
import { problem } from './problem.ts'
import { KnownWorkspaces, takeTurn } from './take-turn.ts'

const headers = { authorization: 'Api-Key abc' }

/** Records the order of turns and authentications. */
function recorder(workspaceId: number | undefined, fails = false) {
  const steps: string[] = []
  const enter = async (id: number) => {
    steps.push(`enter ${id}`)
    return () => void steps.push(`end ${id}`)
  }
  const authenticate = async () => {
    steps.push('authenticate')
    if (fails) throw problem('unauthorized')
    return workspaceId
  }
  return { steps, enter, authenticate }
}

test('a new credential is authenticated first, a known one waits for its turn first', async () => {
  const known = new KnownWorkspaces()
  const first = recorder(1)
  await takeTurn(known, headers, first.enter, first.authenticate)
  expect(first.steps).toEqual(['authenticate', 'enter 1'])

  const second = recorder(1)
  const end = await takeTurn(known, headers, second.enter, second.authenticate)
  end?.()
  expect(second.steps).toEqual(['enter 1', 'authenticate', 'end 1'])
})

test('the turn of the wrong workspace, of a revoked credential or of a client that has gone ends', async () => {
  const known = new KnownWorkspaces()
  known.note(headers, 1)
  const revoked = recorder(1, true)
  await expect(takeTurn(known, headers, revoked.enter, revoked.authenticate)).rejects.toThrow()
  expect(revoked.steps).toEqual(['enter 1', 'authenticate', 'end 1'])

  expect(known.of(headers)).toBeUndefined()

  known.note(headers, 1)
  const gone = recorder(undefined)
  expect(await takeTurn(known, headers, gone.enter, gone.authenticate)).toBeUndefined()
  expect(gone.steps).toEqual(['enter 1', 'authenticate', 'end 1'])

  const moved = recorder(2)
  await takeTurn(known, headers, moved.enter, moved.authenticate)
  expect(moved.steps).toEqual(['enter 1', 'authenticate', 'end 1', 'enter 2'])
  expect(known.of(headers)).toBe(2)
})

test('different headers are different credentials', () => {
  const known = new KnownWorkspaces()
  known.note(headers, 1)
  expect(known.of({ ...headers, organization: '2' })).toBeUndefined()
  expect(known.of({ cookie: 'Api-Key abc' })).toBeUndefined()
})
