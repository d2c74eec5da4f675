import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestSql } from '../../server/test/connect-sql.ts'

/** Appears in `rareCount` drafts of a workspace, regardless of its size. */
export const rareWord = 'zymurgy'
const rareCount = 20
const accountsCount = 10
const wordsADraft = 16
const batch = 250_000

/**
 * Fills a workspace with drafts of ten accounts, in words of our own documents, frequent words more
 * often than others. Returns the ids of the accounts.
 */
export async function fillDrafts(
  sql: TestSql,
  workspaceId: number,
  count: number,
): Promise<number[]> {
  const accounts = await sql`
    insert into social_accounts (workspace_id, network, name, address, credentials, limits,
      is_active, created_at, updated_at)
    select ${workspaceId}, 'webhook', 'Account ' || n, 'https://bench.invalid', '{}',
      '{"message": 5000, "media": 10}', false, now(), now()
    from generate_series(1, ${accountsCount}) n returning id`
  const ids = accounts.map(({ id }) => id as number)
  const rareEvery = Math.floor(count / rareCount)
  for (let from = 1; from <= count; from += batch) {
    const to = Math.min(from + batch - 1, count)
    await sql`
      insert into social_posts (workspace_id, account_id, group_id, status, message, media, tags,
        comments, additional, date, timezone, queued, search_text, created_at, updated_at)
      select ${workspaceId}, (${ids}::integer[])[1 + n % ${accountsCount}], gen_random_uuid(),
        'draft', text, '[]', '{}', '[]', '{}', at + interval '30 days', 'UTC', false, lower(text),
        at, at
      from (
        select n, timestamptz '2020-01-01' + n * interval '30 seconds' as at,
          (select string_agg(words[1 + floor(power(random(), 2.5) * cardinality(words))::integer
              + 0 * word], ' ')
            from generate_series(1, ${wordsADraft}) word where n > 0)
          || case when n % ${rareEvery} = 0 then ' ' || ${rareWord} else '' end as text
        from generate_series(${from}::integer, ${to}::integer) n,
          (select ${vocabulary()}::text[] as words) vocabulary
      ) rows`
  }
  await sql`vacuum analyze social_posts`
  return ids
}

/** The words of our own documents, the most frequent first. */
function vocabulary(): string[] {
  const root = join(import.meta.dirname, '../..')
  const text = [
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'README.md',
    'SECURITY.md',
    'docs/openapi.json',
  ]
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join(' ')
  const counts = new Map<string, number>()
  for (const [word] of text.matchAll(/\b[A-Za-z]{2,14}\b/g)) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word)
}
