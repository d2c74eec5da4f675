import { useQuery } from '@tanstack/react-query'
import { useMay, useMe } from '../../app/session.ts'
import type { FullBoard } from './model.ts'
import { boardMembersQuery } from './queries.ts'

export interface Rights {
  /** Can change tasks, columns and fields. */
  mayWrite: boolean
  /** Can change who sees the board, and delete it. */
  mayManage: boolean
}

/** The person's permissions on a board, by the server's rules. Other actions are hidden. */
export function useRights(board: FullBoard): Rights {
  const { user, role } = useMe()
  const mayAnywhere = useMay('boards:write')
  const isAdministrator = role === 'owner' || role === 'admin'
  const isCreator = board.creator === user.id
  const isKnown = isAdministrator || isCreator
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
