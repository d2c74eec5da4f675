import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../app/api.ts'
import { useMay } from '../../../app/session.ts'
import { Button } from '../../../ui/button.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { When } from '../../../ui/when.tsx'
import styles from './notification-settings.module.css'
import { mutedThreadsQuery } from './queries.ts'

export function MutedThreads() {
  const { data: threads, error } = useQuery(mutedThreadsQuery)
  const mayWrite = useMay('notifications:write')
  const queryClient = useQueryClient()
  const unmute = useMutation({
    mutationFn: (id: string) => api.threads.unmute(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['threads'] }),
  })
  return (
    <section className={styles.part} aria-labelledby="muted">
      <h2 id="muted">Muted threads</h2>
      {!threads && !error && <SkeletonRows count={1} />}
      {!threads && error && <p role="alert">Could not load muted threads. Reload the page.</p>}
      {threads?.length === 0 && (
        <p>
          No muted threads. If you mute a conversation, its notifications only appear in the inbox
          list.
        </p>
      )}
      {threads && threads.length > 0 && (
        <ul className={styles.list}>
          {threads.map(({ id, title, last_at }) => (
            <li key={id}>
              <span className={styles.words}>
                <Link to={`/threads/${encodeURIComponent(id)}` as string}>{title}</Link>
                <small>
                  Last activity <When at={last_at} />
                </small>
              </span>
              {mayWrite && (
                <Button size="small" onPress={() => unmute.mutate(id)}>
                  Unmute
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
