/** The roles that an invitation can assign. */
export const rolesToInvite = [
  { id: 'admin', label: 'Admin' },
  { id: 'member', label: 'Member' },
  { id: 'guest', label: 'Guest' },
] as const

/** The workspace roles, from most to least permissions. */
export const roles = [{ id: 'owner', label: 'Owner' }, ...rolesToInvite] as const
