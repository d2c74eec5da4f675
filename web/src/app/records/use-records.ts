import { useQuery } from '@tanstack/react-query'
import { accountsQuery, allMembersQuery, boardsQuery } from '../queries.ts'
import type { RecordFormat } from './record-formats.ts'

interface RecordOption {
  id: string
  label: string
}

/** The records to choose from; undefined while they load. */
export function useRecords(format: RecordFormat): {
  options: RecordOption[] | undefined
  isFailed: boolean
} {
  const people = useQuery({ ...allMembersQuery, enabled: format === 'user-id' })
  const accounts = useQuery({ ...accountsQuery, enabled: format === 'social-account-id' })
  const boards = useQuery({ ...boardsQuery, enabled: format === 'board-id' })
  const options = {
    'user-id': people.data?.map(({ user_id, first_name, last_name, email }) => ({
      id: String(user_id),
      label: `${first_name} ${last_name}`.trim() || email,
    })),
    'social-account-id': accounts.data?.map(({ id, name, network }) => ({
      id: String(id),
      label: `${name} (${network})`,
    })),
    'board-id': boards.data?.map(({ slug, title }) => ({ id: slug, label: title })),
  }[format as string]
  return { options, isFailed: people.isError || accounts.isError || boards.isError }
}
