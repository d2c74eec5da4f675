import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import {
  type Category,
  type Channel,
  categories,
  categoryNames,
  personalChannels,
} from './categories.ts'
import {
  findPreferences,
  type PreferencesRow,
  type SwitchedOff,
  savePreferences,
} from './queries.ts'
import type { Preferences, UpdatePreferencesBody } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock'>

export async function getPreferences(deps: Needs, actor: Actor): Promise<Preferences> {
  requirePermission(actor, 'notifications:read')
  const sql = deps.db.workspace(actor.workspaceId)
  return present(await findPreferences(sql, actor))
}

/** Changes the given fields and keeps the rest. */
export async function updatePreferences(
  deps: Needs,
  actor: Actor,
  body: UpdatePreferencesBody,
): Promise<Preferences> {
  requirePermission(actor, 'notifications:write')
  if (body.quiet_hours && body.quiet_hours.start === body.quiet_hours.end) {
    throw invalid('quiet_hours', 'start and end must differ; send null to switch quiet hours off')
  }
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const before = await findPreferences(tx, actor, 'lock')
    const after: PreferencesRow = {
      ...before,
      switched_off: applySwitches(before.switched_off, body.categories ?? {}),
      ...(body.quiet_hours !== undefined && { quiet_hours: body.quiet_hours }),
      ...(body.digest !== undefined && { digest: body.digest }),
      ...(body.timezone !== undefined && { timezone: body.timezone }),
    }
    await savePreferences(tx, actor, after, deps.clock())
    return present(after)
  })
}

/** For the link in an email, without sign-in: stops emails of one category. */
export async function stopMails(
  { db, clock }: Needs,
  person: { workspaceId: number; userId: number; category: Category },
): Promise<void> {
  await db.transaction(person.workspaceId, async (tx) => {
    const before = await findPreferences(tx, person, 'lock')
    const switched_off = applySwitches(before.switched_off, { [person.category]: { email: false } })
    await savePreferences(tx, person, { ...before, switched_off }, clock())
  })
}

function applySwitches(before: SwitchedOff, changes: Record<string, Record<string, boolean>>) {
  const after: SwitchedOff = { ...before }
  for (const [category, switches] of Object.entries(changes)) {
    if (!Object.hasOwn(categories, category)) {
      throw invalid(
        `categories.${category}`,
        `is not a category; use one of ${categoryNames.join(', ')}`,
      )
    }
    for (const [channel, on] of Object.entries(switches)) {
      checkSwitch(category as Category, channel, on)
      const off = (after[category as Category] ?? []).filter((one) => one !== channel)
      after[category as Category] = on ? off : [...off, channel as Channel]
    }
  }
  return after
}

function checkSwitch(category: Category, channel: string, on: boolean): void {
  const path = `categories.${category}.${channel}`
  const possible = personalChannels(category)
  if (!possible.includes(channel as Channel)) {
    throw invalid(path, `is not a channel of ${category}; use one of ${possible.join(', ')}`)
  }
  if (category === 'agentNeedsInput' && channel === 'in_app' && !on) {
    throw invalid(path, 'cannot be switched off: people answer questions there')
  }
}

function present(row: PreferencesRow): Preferences {
  const { switched_off, quiet_hours, digest, timezone, workspace_timezone } = row
  const listSwitches = (category: Category) =>
    personalChannels(category).map((channel) => [
      channel,
      !switched_off[category]?.includes(channel),
    ])
  return {
    categories: Object.fromEntries(
      categoryNames.map((category) => [category, Object.fromEntries(listSwitches(category))]),
    ),
    quiet_hours,
    digest,
    timezone: timezone ?? workspace_timezone,
    timezone_is_own: timezone !== null,
  } as Preferences
}
