import { useQuery } from '@tanstack/react-query'
import { Workflow as WorkflowIcon } from 'lucide-react'
import { useSearchParams } from '../../app/search-params.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { EntryList } from '../../ui/entry-list.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { openRunsQuery, pageSize, recentRunsQuery, workflowsQuery } from './queries.ts'
import { WorkflowRow } from './workflow-row.tsx'

/** The workflows, newest first, each with its last run and the number of active runs. */
export function WorkflowList() {
  const [{ search = '', page: pageText = '1' }, change] = useSearchParams()
  const mayWrite = useMay('workflows:write')
  const page = Number(pageText) || 1
  const list = useQuery(workflowsQuery(search, page))
  const recent = useQuery(recentRunsQuery).data
  const open = useQuery(openRunsQuery).data
  if (list.isError) throw list.error
  if (!list.data) return <SkeletonRows height={56} />
  const { results, count } = list.data
  if (count === 0 && search) {
    return <Empty title={`No workflows match “${search}”`}>Try a shorter search.</Empty>
  }
  if (count === 0) {
    return (
      <Empty
        icon={<WorkflowIcon size={22} />}
        title="No workflows yet"
        action={
          mayWrite && (
            <Button kind="first" onPress={() => change({ new: 'launch-week' })}>
              Start from a template
            </Button>
          )
        }
      >
        A workflow runs steps automatically: it calls tools, waits and asks people, and continues
        after a restart. You and your agents can start it.
      </Empty>
    )
  }
  return (
    <>
      <EntryList>
        {results.map((workflow) => (
          <WorkflowRow
            key={workflow.id}
            workflow={workflow}
            last={recent?.results.find(({ definition_id }) => definition_id === workflow.id)}
            isRecentWhole={recent !== undefined && recent.count <= recent.results.length}
            isRecentKnown={recent !== undefined}
            runningNow={
              open?.results.filter(({ definition_id }) => definition_id === workflow.id).length ?? 0
            }
          />
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
