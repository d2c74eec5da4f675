/** Who can see and edit a board, by the numbers of `access`. */
export const accesses = [
  { id: 2, label: 'Public: everyone in the workspace writes' },
  { id: 1, label: 'Protected: everyone reads, its members write' },
  { id: 0, label: 'Private: only its members see it' },
] as const

export type Access = (typeof accesses)[number]['id']
