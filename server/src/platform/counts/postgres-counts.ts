import { randomUUID } from 'node:crypto'
import type { Db } from '../postgres/db.ts'
import type { Sql } from '../postgres/sql.ts'
import { type Change, type CountStore, holdMs, type Total } from './count-store.ts'

/**
 * Counts in PostgreSQL, one statement per exchange. All processes follow the database's clock, so they
 * agree on when a window ends.
 */
export function postgresCounts({ system: sql }: Pick<Db, 'system'>, clock: () => Date) {
  const holder = randomUUID()
  const store: CountStore = {
    add: async (changes) => {
      const rows = await addTo(sql, changes, clock())
      const byKey = new Map(rows.map((row) => [row.key, row]))
      return changes.map(({ key }) => byKey.get(key) as Total)
    },
    takeBack: async (keys) => {
      await sql`update window_counts set used = used - 1
        where key = any(${keys}::text[]) and used > 0`
    },
    hold: async (holdings) => {
      // In one order everywhere, so that two processes never wait for each other.
      const sorted = holdings.toSorted((a, b) => (a.key < b.key ? -1 : 1))
      const rows = await sql<{ key: string; held: number }>`
        with own as (
          insert into held_counts (key, holder, held, expires_at)
          select key, ${holder}, held, now() + ${holdMs} * interval '1 ms'
          from unnest(${sorted.map(({ key }) => key)}::text[],
            ${sorted.map(({ held }) => held)}::integer[]) as own (key, held)
          on conflict (key, holder) do update
            set held = excluded.held, expires_at = excluded.expires_at)
        select key, sum(held)::integer as held from held_counts
        where key = any(${holdings.map(({ key }) => key)}::text[])
          and holder <> ${holder} and expires_at > now() group by key`
      const byKey = new Map(rows.map(({ key, held }) => [key, held]))
      return holdings.map(({ key }) => byKey.get(key) ?? 0)
    },
  }
  return store
}

function addTo(sql: Sql, changes: readonly Change[], at: Date) {
  const sorted = changes.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const now = sql.part`${at}::timestamptz`
  return sql<Total & { key: string }>`
    insert into window_counts as counts (key, used, ends_at)
    select key, by_number, ${now} + window_ms * interval '1 ms'
    from unnest(${sorted.map(({ key }) => key)}::text[],
      ${sorted.map(({ by }) => by)}::integer[],
      ${sorted.map(({ windowMs }) => windowMs)}::integer[]) as change (key, by_number, window_ms)
    on conflict (key) do update set
      used = case when counts.ends_at > ${now}
        then counts.used + excluded.used else excluded.used end,
      ends_at = case when counts.ends_at > ${now} then counts.ends_at else excluded.ends_at end
    returning key, used, extract(epoch from ends_at - ${now})::float8 * 1000 as "leftMs"`
}

/** Removes counts whose time is over. */
export async function removeOldCounts({ system: sql }: Pick<Db, 'system'>): Promise<void> {
  await sql`delete from window_counts where ends_at < now() - interval '1 hour'`
  await sql`delete from held_counts where expires_at < now() - interval '1 hour'`
}
