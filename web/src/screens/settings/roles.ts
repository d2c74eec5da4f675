/** As what somebody can be invited. */
export const rolesToInvite = [
  { id: 'admin', label: 'Admin' },
  { id: 'member', label: 'Member' },
  { id: 'guest', label: 'Guest' },
] as const

/** What people can be in a workspace, from most to least. */
export const roles = [{ id: 'owner', label: 'Owner' }, ...rolesToInvite] as const
