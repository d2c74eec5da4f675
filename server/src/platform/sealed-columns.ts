import type { Db, Tx } from './postgres/db.ts'
import type { StoredSecrets } from './stored-secrets.ts'

/** A column with secrets that are stored with `toStored`. */
export interface SealedColumn {
  table: string
  column: string
  /** The field of the secret, if the column is a JSON object. */
  field?: string
  purpose: string
  /** The secret is worthless soon, so clear text of an earlier version may stay. */
  isShortLived?: boolean
}

interface Needs {
  db: Pick<Db, 'transaction'>
  secrets: StoredSecrets
}

const maxRows = 500

/** Seals what an earlier version stored in clear, or what was sealed before the operator set a key. */
export async function sealColumn({ db, secrets }: Needs, sealed: SealedColumn): Promise<void> {
  const prefix = secrets.currentPrefix()
  if (prefix === null || sealed.isShortLived) return
  let count = maxRows
  while (count === maxRows) {
    count = await db.transaction('system', async (tx) => {
      const rows = await outdatedRows(tx, sealed, prefix)
      for (const { row, value } of rows) {
        const text = secrets.fromStored(value, sealed.purpose)
        await replaceValue(tx, sealed, row, secrets.toStored(text, sealed.purpose))
      }
      return rows.length
    })
  }
}

/** Locked, so that their `ctid` stays the same. */
function outdatedRows(tx: Tx, { table, column, field }: SealedColumn, prefix: string) {
  const value = field
    ? tx.part`(${tx.identifier(column)} ->> ${field}::text)`
    : tx.identifier(column)
  return tx<{ row: string; value: string }>`
    select ctid::text as row, ${value} as value from ${tx.identifier(table)}
    where not starts_with(${value}, ${prefix}) limit ${maxRows} for update`
}

async function replaceValue(tx: Tx, sealed: SealedColumn, row: string, value: string) {
  const { table, column, field } = sealed
  const next = field
    ? tx.part`jsonb_set(${tx.identifier(column)}, array[${field}::text], to_jsonb(${value}::text))`
    : tx.part`${value}::text`
  await tx`update ${tx.identifier(table)} set ${tx.identifier(column)} = ${next} where ctid = ${row}::tid`
}
