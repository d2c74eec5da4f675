import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo } from 'react'
import { CommentThread } from '../../app/comments/comment-thread.tsx'
import { allMembersQuery } from '../../app/queries.ts'
import { useMay } from '../../app/session.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import styles from './project-comments.module.css'

/** A view of a project with its comments beside it; below it where the screen is narrow. */
export function WithComments({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>{children}</div>
      <aside aria-label="Comments" className={styles.side}>
        <h2 className={styles.title}>Comments</h2>
        <Suspense fallback={<SkeletonRows count={2} />}>
          <ProjectComments id={id} />
        </Suspense>
      </aside>
    </div>
  )
}

function ProjectComments({ id }: { id: string }) {
  const mayWriteTasks = useMay('boards:write')
  const mayWrite = useMay('projects:write') || mayWriteTasks
  const { data: members } = useQuery({ ...allMembersQuery, enabled: useMay('members:read') })
  const people = useMemo(
    () =>
      new Map(
        members?.map(({ user_id, first_name, last_name, email }) => [
          user_id,
          `${first_name} ${last_name}`.trim() || email,
        ]),
      ),
    [members],
  )
  return <CommentThread subject={{ type: 'project', id }} people={people} mayWrite={mayWrite} />
}
