import type { Actor } from '../../http/permissions.ts'
import type { Sql } from '../../platform/postgres/sql.ts'

/** Who acted, for receipts and for people: never a person for what their agent did. */
export interface NamedActor {
  type: 'person' | 'agent' | 'workflow' | 'system'
  id: number | string
  name: string
  /** The owner of an agent, or who started the workflow. */
  on_behalf_of?: NamedActor
}

interface Names {
  person: string | null
  workflow: string | null
}

export async function describeActor(sql: Sql, actor: Actor): Promise<NamedActor> {
  const { kind, userId, name, agentId, run } = actor
  if (kind === 'system') return { type: 'system', id: 'atelier', name }
  const [names] = await sql<Names>`
    select (select trim(first_name || ' ' || last_name) from users where id = ${userId}) as person,
      (select title from workflows where id = ${run?.workflowId ?? null}::uuid) as workflow`
  const person: NamedActor = { type: 'person', id: userId, name: names?.person || name }
  const starter: NamedActor =
    kind === 'user'
      ? person
      : { type: 'agent', id: agentId ?? actor.credentialId, name, on_behalf_of: person }
  if (!run) return starter
  const title = names?.workflow ?? 'A deleted workflow'
  return { type: 'workflow', id: run.workflowId, name: title, on_behalf_of: starter }
}

/** "Claude (an agent of Mia Berg)". */
export function nameActor({ type, name, on_behalf_of }: NamedActor): string {
  if (!on_behalf_of || type === 'person') return name
  const other = nameActor(on_behalf_of)
  return type === 'agent' ? `${name} (an agent of ${other})` : `${name} (started by ${other})`
}
