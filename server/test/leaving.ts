import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { expectStatus, type Harness, type Tenant } from './harness.ts'

/** What came of a use: mostly the status and the code. */
type Outcome = readonly unknown[]

/** Something that one person issues and somebody uses later. */
export interface IssuedThing {
  thing: string
  /** The role of the person who issues it. Default: administrator. */
  role?: 'admin' | 'member'
  /** Issues it, and returns how to use it. */
  issue(maker: Tenant, owner: Tenant): Promise<() => Promise<Outcome>>
  /** Its outcome while its maker may do what it does. */
  works: Outcome
  removed: Outcome
  /** After its maker became a guest. */
  demoted: Outcome
  deactivated: Outcome
  /** Types of events that a refused use publishes. Default: none. */
  events?: readonly string[]
}

const departures = {
  removed: (service: Harness, owner: Tenant, { userId }: Tenant) =>
    expectStatus(
      204,
      service.call('DELETE', `/api/v1/workspaces/members/${userId}`, { key: owner.key }),
    ),
  demoted: (service: Harness, owner: Tenant, { userId }: Tenant) =>
    expectStatus(
      200,
      service.call('PATCH', `/api/v1/workspaces/members/${userId}`, {
        key: owner.key,
        body: { role: 'guest' },
      }),
    ),
  // Only the operator can, in the database.
  deactivated: async ({ deps }: Harness, _owner: Tenant, { userId }: Tenant) => {
    await deps.db.system`update users set is_active = false where id = ${userId}`
  },
}

/**
 * Uses each thing while its maker may do what it does, and after they left: refused, with no trace in
 * the workspace.
 */
export function testLeaving(
  service: Harness,
  things: readonly IssuedThing[],
  findOwner: () => Promise<Tenant> = () => service.tenant(),
): void {
  /** Without those of the emails about earlier events, which are still being sent. */
  const readEvents = async ({ workspaceId }: Tenant) => {
    const rows = await service.deps.db.system<{ type: string }>`
      select type from events where workspace_id = ${workspaceId} order by id`
    return rows.map(({ type }) => type).filter((type) => !type.startsWith('delivery.'))
  }

  describe.each(things)('$thing', (issued) => {
    const { role = 'admin', issue, works, events = [] } = issued

    test('works while its maker may do what it does', async () => {
      const owner = await findOwner()
      const use = await issue(await service.colleague(owner, role), owner)
      expect(await use()).toEqual(works)
    })

    test.each(['removed', 'demoted', 'deactivated'] as const)('maker %s', async (departure) => {
      const owner = await findOwner()
      const maker = await service.colleague(owner, role)
      const use = await issue(maker, owner)
      await departures[departure](service, owner, maker)
      const before = await readEvents(owner)
      const wanted = issued[departure]
      expect(await use()).toEqual(wanted)
      if (isDeepStrictEqual(wanted, works)) return
      const after = await readEvents(owner)
      expect(after.slice(before.length)).toEqual(events)
    })
  })
}
