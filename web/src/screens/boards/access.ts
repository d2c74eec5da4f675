/** Who can see and edit a board, by the numbers of `access`. */
export const accesses = [
  { id: 2, label: 'Public: everyone in the workspace can edit' },
  { id: 1, label: 'Protected: everyone can view, members can edit' },
  { id: 0, label: 'Private: only members can see it' },
] as const

export type Access = (typeof accesses)[number]['id']
