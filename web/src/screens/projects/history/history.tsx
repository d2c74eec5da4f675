import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../../app/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { revisionsQuery } from '../queries.ts'
import { Diff } from './diff.tsx'
import styles from './history.module.css'
import { RevertDialog } from './revert-dialog.tsx'
import { RevisionRow } from './revision-row.tsx'

interface Props {
  type: string
  id: string
  current: number
}

/** All versions of a project, and the differences between two of them. */
export function History({ type, id, current }: Props) {
  const search = useSearch({ strict: false }) as { from?: number; to?: number }
  const navigate = useNavigate()
  const revisions = useSuspenseInfiniteQuery(revisionsQuery(type, id))
  const mayWrite = useMay('projects:write')
  const [reverting, setReverting] = useState<number>()
  const all = revisions.data.pages.flatMap(({ results }) => results)
  const to = search.to ?? current
  const from = search.from ?? Math.max(to - 1, 1)
  const show = (next: { from?: number; to?: number }) =>
    navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...next }) as never,
      replace: true,
    })
  const options = all.map(({ revision }) => ({ id: revision, label: `Revision ${revision}` }))
  return (
    <div className={styles.history}>
      <div className={styles.versions}>
        <ol>
          {all.map((revision) => (
            <RevisionRow
              key={revision.revision}
              revision={revision}
              isShown={revision.revision === to}
              onShow={() => show({ to: revision.revision, from: undefined as never })}
              {...(mayWrite &&
                revision.revision !== current && {
                  onRevert: () => setReverting(revision.revision),
                })}
            />
          ))}
        </ol>
        {revisions.hasNextPage && (
          <Button kind="quiet" size="small" onPress={() => revisions.fetchNextPage()}>
            Show earlier
          </Button>
        )}
      </div>
      <section aria-label="Differences" className={styles.diff}>
        <div className={styles.choices}>
          <Choice
            label="From"
            options={options}
            value={from}
            onChange={(revision) => show({ from: revision, to })}
          />
          <Choice
            label="To"
            options={options}
            value={to}
            onChange={(revision) => show({ to: revision, from })}
          />
        </div>
        {from === to ? (
          <p className={styles.none}>This is the first version.</p>
        ) : (
          <Diff type={type} id={id} from={from} to={to} />
        )}
      </section>
      {reverting !== undefined && (
        <RevertDialog
          type={type}
          id={id}
          revision={reverting}
          onClose={() => setReverting(undefined)}
        />
      )}
    </div>
  )
}
