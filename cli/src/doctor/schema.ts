import { type SchemaState, schemaState } from '@atelier/server/platform/postgres/migrate.ts'
import type { Sql } from '@atelier/server/platform/postgres/sql.ts'
import { type Finding, ok, problem, warning } from './check.ts'
import { type FailedJobs, readFailedJobs } from './jobs.ts'

/** Everything that one read-only connection can find out. */
export interface DatabaseFacts {
  version: string
  version_number: number
  user: string
  is_replica: boolean
  may_create_roles: boolean
  may_create_tables: boolean
  tenant_exists: boolean
  may_be_tenant: boolean
  may_grant_tenant: boolean
  tables_owner: string | null
  may_use_tables: boolean
  /** Undefined if this user can't read the tables. */
  state: SchemaState | undefined
  failedJobs: FailedJobs
}

export async function readFacts(sql: Sql): Promise<DatabaseFacts> {
  // Since PostgreSQL 16, a member may switch to a role only with the SET option.
  const [facts] = await sql<Omit<DatabaseFacts, 'state' | 'failedJobs'>>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as version_number,
      me.rolname as user,
      pg_is_in_recovery() as is_replica,
      me.rolcreaterole or me.rolsuper as may_create_roles,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create_tables,
      tenant.oid is not null as tenant_exists,
      coalesce(pg_has_role(tenant.oid,
        case when current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end
      ), false) as may_be_tenant,
      coalesce(pg_has_role(tenant.oid, 'MEMBER WITH ADMIN OPTION')
        or (me.rolcreaterole and current_setting('server_version_num')::int < 160000), false
      ) as may_grant_tenant,
      pg_get_userbyid(tables.relowner) as tables_owner,
      coalesce(pg_has_role(tables.relowner, 'USAGE'), true) as may_use_tables
    from pg_roles me
      left join pg_roles tenant on tenant.rolname = 'atelier_tenant'
      left join pg_class tables on tables.oid = to_regclass('schema_migrations')
    where me.rolname = current_user`
  const known = facts as Omit<DatabaseFacts, 'state' | 'failedJobs'>
  if (!known.may_use_tables) return { ...known, state: undefined, failedJobs: [] }
  return { ...known, state: await schemaState(sql), failedJobs: await readFailedJobs(sql) }
}

/** Statements for a workspace run as this role: row-level security limits it to that workspace. */
export function tenantRole(facts: DatabaseFacts): Finding {
  const { user, state, tenant_exists, may_be_tenant } = facts
  if (may_be_tenant) return ok(`${user} may act as atelier_tenant`)
  // The first migration creates the role and grants it to its own user.
  const firstIsPending = state?.pending.some((name) => name.startsWith('0001_'))
  const canHelpItself = tenant_exists ? facts.may_grant_tenant : facts.may_create_roles
  if (firstIsPending && canHelpItself) return ok(`${user} may create and use atelier_tenant`)
  const statements = [`grant atelier_tenant to "${user}"`]
  if (!tenant_exists) statements.unshift('create role atelier_tenant nologin')
  return problem(
    `${user} may not act as the role atelier_tenant, which isolates workspaces.`,
    `Run as a superuser: ${statements.join('; ')}`,
  )
}

export function schema({ state, user, may_create_tables, tables_owner }: DatabaseFacts): Finding {
  if (!state) {
    return problem(
      `The tables belong to ${tables_owner}, and ${user} has no access to them.`,
      `Use ${tables_owner} as the user in DATABASE_URL.`,
    )
  }
  const { pending, changed, unknown } = state
  if (changed.length > 0) {
    return problem(
      `${changed.join(', ')} was changed after it was applied.`,
      'Restore the file, or install this version of Atelier again.',
    )
  }
  if (pending.length > 0 && !may_create_tables) {
    return problem(
      `${user} may not create tables in this database.`,
      `Run as the owner of the database: grant create on schema public to "${user}"`,
    )
  }
  if (pending.length > 0) {
    return warning(
      `${pending.length === 1 ? 'One migration is' : `${pending.length} migrations are`} pending: ${pending.join(', ')}.`,
      'The next start applies pending migrations. To apply them now: npx atelier migrate',
    )
  }
  if (unknown.length > 0) {
    return warning(
      `The database is newer than this version of Atelier: it has ${unknown.join(', ')}.`,
      'Install the version of Atelier that last ran on it.',
    )
  }
  return ok('up to date')
}
