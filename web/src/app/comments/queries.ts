import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import { readAll } from '../read-all.ts'

/** What comments are on. */
export interface CommentSubject {
  type: 'task' | 'project'
  id: string
}

export const commentsQuery = ({ type, id }: CommentSubject) =>
  queryOptions({
    queryKey: type === 'task' ? ['boardTasks', id, 'comments'] : ['projects', 'comments', id],
    queryFn: ({ signal }) =>
      readAll(
        api.comments.list.all({ content_type: type, object_pk: id, page_size: 100 }, { signal }),
      ),
  })
