import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { quotaNames, quotas } from '../../lib/quotas.ts'
import { type CountedName, readUse, selectWindows, setLimits } from './queries.ts'
import { chooseLimit } from './require-quota.ts'
import type { Quota, UsageReport } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** What the workspace uses of each quota. */
export async function getUsage(deps: Needs, actor: Actor): Promise<UsageReport> {
  requirePermission(actor, 'workspaces:read')
  return readUsage(deps, actor)
}

export async function readUsage(
  deps: Needs,
  { workspaceId, userId }: Pick<Actor, 'workspaceId' | 'userId'>,
): Promise<UsageReport> {
  const at = deps.clock()
  const sql = deps.db.workspace(workspaceId)
  const counted = quotaNames.filter((name): name is CountedName => quotas[name].kind !== 'rate')
  const [set, windows, used] = await Promise.all([
    setLimits(sql, workspaceId),
    selectWindows(sql, workspaceId, at),
    Promise.all(
      counted.map(async (name) => {
        // Only the system sees what a person owns elsewhere.
        const reader = name === 'workspaces' ? deps.db.system : sql
        return [name, (await readUse(reader, name, { workspaceId, userId }, at)).used] as const
      }),
    ),
  ])
  const ofWorkspace = new Map(set.map(({ name, max }) => [name, max]))
  const ofWindow = new Map(windows.map((row) => [row.name as string, row]))
  const amounts = new Map<string, number>(used)
  return {
    quotas: quotaNames.map((name): Quota => {
      const definition = quotas[name]
      const own = ofWorkspace.get(name)
      const isSet = own !== undefined
      const window = ofWindow.get(name)
      return {
        name,
        title: definition.title,
        used: amounts.get(name) ?? window?.used ?? 0,
        limit: chooseLimit(deps, name, { is_set: isSet, max: own ?? null }),
        per: describePeriod(definition),
        resets_at: window?.ends_at ?? null,
        source: describeSource(isSet, deps.config.quotas[name] !== undefined),
      }
    }),
  }
}

function describePeriod(definition: (typeof quotas)[keyof typeof quotas]): Quota['per'] {
  if (definition.kind === 'rate') return definition.per
  return definition.kind === 'event' ? 'event' : null
}

function describeSource(isOfWorkspace: boolean, isOfInstallation: boolean): Quota['source'] {
  if (isOfWorkspace) return 'workspace'
  return isOfInstallation ? 'installation' : 'default'
}
