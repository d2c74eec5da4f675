import { useQuery } from '@tanstack/react-query'
import { useMay, useMe } from '../../app/session.ts'
import type { FullBoard } from './model.ts'
import { boardMembersQuery } from './queries.ts'

export interface Rights {
  /** Tasks, columns, fields. */
  mayWrite: boolean
  /** Who sees it, and whether it is there at all. */
  mayManage: boolean
}

/** What the person may do on a board, as the server decides it: what would be refused is not offered. */
export function useRights(board: FullBoard): Rights {
  const { user, role } = useMe()
  const mayAnywhere = useMay('boards:write')
  const isAdministrator = role === 'owner' || role === 'admin'
  const isMaker = board.creator === user.id
  const isKnown = isAdministrator || isMaker
  const { data: members } = useQuery({
    ...boardMembersQuery(board.id),
    enabled: mayAnywhere && !isKnown,
  })
  const isOwn = isKnown || (members?.some(({ id }) => id === user.id) ?? false)
  return {
    mayWrite: mayAnywhere && (isOwn || board.access === 2),
    mayManage: mayAnywhere && isOwn,
  }
}
