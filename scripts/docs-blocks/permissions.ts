import { inWords } from '../../server/src/http/permission-words.ts'
import {
  everydayPermissions,
  listPermissions,
  permissions,
  roles,
} from '../../server/src/http/permissions.ts'
import { code, table } from './table.ts'

/** Every permission, the roles that have it, and whether new keys have it. */
export function permissionTable(): string {
  const rows = permissions.map((permission) => [
    code(permission),
    inWords(permission),
    roles.filter((role) => listPermissions(role).has(permission)).join(', '),
    everydayPermissions.includes(permission) ? 'yes' : 'only if named',
  ])
  return table(['Permission', 'Allows', 'Roles', 'In new keys'], rows)
}
