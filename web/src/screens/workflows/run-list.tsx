import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useSearchParams } from '../../app/search-params.ts'
import { Empty } from '../../ui/empty.tsx'
import { EntryList, EntryRow } from '../../ui/entry-list.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { formatSpan } from './durations.ts'
import styles from './lists.module.css'
import { pageSize, runsQuery, workflowsQuery } from './queries.ts'
import { RunBadge, runWords } from './run-badge.tsx'
import { readStatus } from './run-status-choice.tsx'

/** Runs, newest first: of one workflow or of all. */
export function RunList({ workflowId }: { workflowId?: string }) {
  const [params, change] = useSearchParams()
  const status = readStatus(params.status)
  const page = Number(params.page) || 1
  const list = useQuery(runsQuery(workflowId, status, page))
  const titles = useQuery({ ...workflowsQuery('', 1), enabled: workflowId === undefined }).data
  if (list.isError) throw list.error
  if (!list.data) return <SkeletonRows height={44} />
  const { results, count } = list.data
  if (count === 0) {
    return (
      <Empty
        icon={<Play size={22} />}
        title={status ? `No ${runWords[status].toLowerCase()} runs` : 'No runs yet'}
      >
        {status
          ? 'Choose another status to see other runs.'
          : 'Starting a workflow creates a run. It stays here for 180 days after it ends.'}
      </Empty>
    )
  }
  return (
    <>
      <EntryList>
        {results.map((run) => (
          <EntryRow
            key={run.run_id}
            to={`/workflows/${run.definition_id}/runs/${run.run_id}`}
            mark={<RunBadge status={run.status} />}
            title={
              titles?.results.find(({ id }) => id === run.definition_id)?.title ??
              `Run ${run.run_id.slice(0, 8)}`
            }
            text={run.reason}
          >
            <span className={styles.aside}>
              {run.source && `from ${run.source} · `}version {run.version}
            </span>
            <span className={styles.span}>{formatSpan(run.start_time, run.end_time)}</span>
            <When at={run.start_time} />
          </EntryRow>
        ))}
      </EntryList>
      <Pager
        page={page}
        pageSize={pageSize}
        count={count}
        onChange={(next) => change({ page: String(next) })}
      />
    </>
  )
}
