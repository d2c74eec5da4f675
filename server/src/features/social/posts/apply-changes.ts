import type { Deps } from '../../../deps.ts'
import { requireJsonSize } from '../../../http/body/json-size.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { localTime } from '../../../lib/local-time.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { accountById } from '../accounts/account-queries.ts'
import type { PostRow, ShownRow, StoredMedium } from './queries.ts'
import type { Changes } from './schemas.ts'
import { tagNames } from './tags.ts'
import { parseInstant } from './when.ts'

/** Changes with validated media. */
export type CheckedChanges = Omit<Changes, 'media'> & { media: StoredMedium[] | undefined }

/** A draft or post with the changes applied. Omitted fields keep their values. */
export async function applyChanges(
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  before: ShownRow,
  changes: CheckedChanges,
): Promise<ShownRow> {
  const { message, media, comments, additional, group } = changes
  const at = clock()
  if (additional) requireJsonSize('additional', additional, 64)
  const tags = changes.tags && (await tagNames(tx, before.workspace_id, changes.tags, at))
  return {
    ...before,
    ...newDate(before, changes),
    ...(await newAccount(tx, before, changes)),
    ...(message !== undefined && { message }),
    ...(media && { media }),
    ...(tags && { tags }),
    ...(comments && { comments }),
    ...(additional !== undefined && { additional: { ...additional } }),
    ...(group !== undefined && { group_id: group ?? random.uuid() }),
    updated_at: at,
  }
}

/** For a new account, clears what was sent to the earlier one when the draft was a post. */
async function newAccount(
  tx: Tx,
  before: ShownRow,
  { account_id }: CheckedChanges,
): Promise<Partial<ShownRow>> {
  const id = account_id === undefined ? before.account_id : Number(account_id)
  if (id === before.account_id) return {}
  const account = id <= 2_147_483_647 ? await accountById(tx, before.workspace_id, id) : undefined
  if (!account) {
    throw problem('social_account_not_found', { detail: `account_id: there is no account ${id}.` })
  }
  return { account_id: id, network: account.network, account_name: account.name, sent: [] }
}

/** Omitted parts of day, time and zone keep their values. */
function newDate(
  { date: before, timezone: zoneBefore }: PostRow,
  { date, time, timezone }: CheckedChanges,
): Pick<PostRow, 'date' | 'timezone'> {
  const zone = timezone ?? zoneBefore
  if (date === null) return { date: null, timezone: zone }
  if (date === undefined && !time) return { date: before, timezone: zone }
  const [oldDay, oldTime] = before ? localTime(before, zone).split('T') : []
  const [givenDay, givenTime] = date?.split(' ') ?? []
  if (givenTime && time && givenTime !== time)
    throw invalid('time', 'differs from the time in date')
  const day = givenDay ?? oldDay
  const clockTime = time ?? givenTime ?? oldTime
  if (!day) throw invalid('date', 'is required with a time')
  if (!clockTime) throw invalid('time', 'is required with a date')
  return { date: parseInstant('date', `${day} ${clockTime}`, zone), timezone: zone }
}
