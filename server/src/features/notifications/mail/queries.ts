import type { Mail } from '../../../channels/email/compose-mail.ts'
import { type PageRequest, readPage } from '../../../http/pagination.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { DeliveryRow } from '../deliver/queries.ts'

export interface MailRow {
  id: string
  status: 'sending' | 'sent' | 'captured'
  from: string
  to: string
  subject: string
  html: string
  text: string
  headers: object
  created_at: Date
}

/** One email per delivery: a retry replaces the email of the previous attempt. Whether it is new. */
export async function keepMail(
  sql: Sql,
  { id, workspace_id, user_id }: DeliveryRow,
  mail: Mail,
  now: Date,
): Promise<boolean> {
  const [kept] = await sql<{ is_new: boolean }>`
    insert into mails (id, workspace_id, user_id, delivery_id, status, from_address, to_address,
      subject, html, text, headers, created_at)
    values (${id}, ${workspace_id}, ${user_id}, ${id}, 'sending', ${mail.from}, ${mail.to.address},
      ${mail.subject}, ${mail.html}, ${mail.text}, ${sql.json(mail.headers)}, ${now})
    on conflict (delivery_id) do update set status = 'sending', html = excluded.html,
      text = excluded.text, headers = excluded.headers, to_address = excluded.to_address
    returning xmax = 0 as is_new`
  return kept?.is_new === true
}

export async function markMail(
  sql: Sql,
  { id, workspace_id }: DeliveryRow,
  status: 'sent' | 'captured',
): Promise<void> {
  await sql`update mails set status = ${status}
    where workspace_id = ${workspace_id} and delivery_id = ${id}`
}

const summaryColumns = (sql: Sql) =>
  sql.part`id, status, from_address as "from", to_address as "to", subject, created_at`

export async function findMails(sql: Sql, workspaceId: number, userId: number, page: PageRequest) {
  return readPage<Omit<MailRow, 'html' | 'text' | 'headers'>>(sql, page, {
    columns: summaryColumns(sql),
    from: sql.part`from mails where workspace_id = ${workspaceId} and user_id = ${userId}`,
    order: sql.part`created_at desc, id desc`,
  })
}

export async function findMail(sql: Sql, workspaceId: number, userId: number, id: string) {
  const [row] = await sql<MailRow>`
    select ${summaryColumns(sql)}, html, text, headers from mails
    where workspace_id = ${workspaceId} and user_id = ${userId} and id = ${id}`
  return row
}
