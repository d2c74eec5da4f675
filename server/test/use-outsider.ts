import { beforeAll, expect, test } from 'vitest'
import type { Operation } from '../src/http/operation.ts'
import { disableEngines } from './disable-engines.ts'
import { fill } from './foreign-ids.ts'
import { type Ids, missingIds, recordFactory } from './foreign-records.ts'
import { useService, useTenant } from './harness.ts'
import { operations, toCases } from './operations.ts'

export const needsCredential = ({ permission }: Operation) => permission !== 'public'

export const withIds = operations.filter(
  (operation) => operation.path.includes('{') && needsCredential(operation),
)

/** Mia calls every operation. The stranger owns the records in another workspace. */
export function useOutsider() {
  const service = useService()
  const mia = useTenant(service)
  const stranger = useTenant(service)

  /** For operations that only a signed-in person may call. */
  let token: string

  beforeAll(async () => {
    disableEngines(service.deps.engines)
    token = await recordFactory(service, stranger).createToken(mia)
  })

  function chooseCredential(operation: Operation) {
    return operation.permission === 'signed-in person' ? { token } : { key: mia.key }
  }

  /** Bodies that would reach the foreign object if it were visible. */
  const bodies: Record<string, unknown> = {
    addTeamspaceMember: () => ({ user_id: mia.userId }),
    updateMember: () => ({ role: 'guest' }),
    answerQuestion: () => ({ value: 'Mine' }),
  }

  function request(
    operation: Operation,
    ids: Ids,
    credential: { key?: string; token?: string } = {},
  ) {
    const body = bodies[operation.id]
    const given = typeof body === 'function' ? body() : operation.example?.body
    return service.call(operation.method, fill(operation.path, ids), {
      ...credential,
      ...(given !== undefined && { body: given }),
    })
  }

  return { service, mia, stranger, credentialFor: chooseCredential, request }
}

/** Ids of the right format that belong to nobody. */
export function getMissingIds(operation: Operation): Ids {
  const isInteger = JSON.stringify(operation.params ?? {}).includes('"id":{"type":"integer"')
  // A missing project still has an existing type.
  const isProject = operation.path.startsWith('/api/v1/projects/{resourcetype}/{id}')
  const known = { ...missingIds, ...(isProject && { resourcetype: 'campaign' }) }
  return isInteger ? { ...known, id: 2_000_000_000 } : known
}

/** Mia calls each operation with malformed ids in its path. */
export function testMalformedIds(
  { request, credentialFor }: Pick<ReturnType<typeof useOutsider>, 'request' | 'credentialFor'>,
  malformedIds: string[],
): void {
  test.each(toCases(withIds.filter(({ path }) => !path.includes('{key}'))))(
    '%s: 404 for a malformed id',
    async (_id, operation) => {
      for (const id of malformedIds) {
        const ids = Object.fromEntries(Object.keys(missingIds).map((name) => [name, id]))
        const answer = await request(operation, ids, credentialFor(operation))
        expect([id, answer.status]).toEqual([id, 404])
      }
    },
  )
}
