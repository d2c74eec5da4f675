import type { Deps } from '../../../deps.ts'
import { localTime } from '../../../lib/local-time.ts'
import { findAssets } from '../../assets/find-assets.ts'
import type { ShownRow } from './queries.ts'
import type { WholePost } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'fileSecrets'>

/** Drafts and posts with all fields; the response schema removes those it does not name. */
export async function presentPosts(
  deps: Needs,
  workspaceId: number,
  rows: ShownRow[],
  zone?: string,
): Promise<WholePost[]> {
  const ids = rows.flatMap(({ media }) => media.flatMap(({ asset_id }) => asset_id ?? []))
  const assets = await findAssets(deps, workspaceId, [...new Set(ids)])
  return rows.map((row) => present(row, assets, zone))
}

export async function presentPost(deps: Needs, row: ShownRow): Promise<WholePost> {
  const [post] = await presentPosts(deps, row.workspace_id, [row])
  return post as WholePost
}

function present(
  row: ShownRow,
  assets: Awaited<ReturnType<typeof findAssets>>,
  zone?: string,
): WholePost {
  const { id, group_id, message, tags, status, date, created_at, updated_at, created_by } = row
  const { url, published_at, error, comments, additional, timezone, queued, attempts } = row
  const media = row.media.map((medium) => {
    if (!medium.asset_id) return { ...medium, thumbnail: null }
    const asset = assets.get(medium.asset_id)
    return { ...medium, url: asset?.file_url ?? null, thumbnail: asset?.thumbnail ?? null }
  })
  return {
    ...{ id, group_id, account: presentPostAccount(row), message, media, tags, status, date },
    ...(zone !== undefined && { local_date: date && localTime(date, zone).replace('T', ' ') }),
    ...{ created_at, updated_at, created_by, url, published_at, error },
    ...{ comments, additional, timezone, queued, attempts },
    outcome_unknown: row.uncertain,
    comments_published: row.sent.slice(1).filter(({ sent }) => sent).length,
  }
}

function presentPostAccount({ account_id, network, account_name }: ShownRow) {
  return { id: account_id, network, name: account_name }
}
