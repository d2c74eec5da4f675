import { Plus } from 'lucide-react'
import { useCallback } from 'react'
import { useSearchParams } from '../../app/search-params.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { NewWorkflow } from './new-workflow.tsx'
import { RunList } from './run-list.tsx'
import { RunStatusChoice } from './run-status-choice.tsx'
import { WorkflowList } from './workflow-list.tsx'

const tabs = [
  { id: 'all', label: 'Workflows' },
  { id: 'runs', label: 'Runs' },
]

/** All workflows and runs, and a dialog to create workflows. */
export function WorkflowsScreen() {
  const [params, change] = useSearchParams()
  const mayWrite = useMay('workflows:write')
  const view = params.view === 'runs' ? 'runs' : 'all'
  const search = useCallback(
    (text: string) => change({ search: text, page: undefined }, { isReplacing: true }),
    [change],
  )
  return (
    <Page
      title="Workflows"
      actions={
        mayWrite && (
          <Button kind="first" onPress={() => change({ new: 'launch-week' })}>
            <Plus /> New workflow
          </Button>
        )
      }
      filters={
        <>
          <TabLinks
            label="Workflows and runs"
            tabs={tabs}
            value={view}
            searchOf={(id) => ({ view: id === 'all' ? undefined : id })}
          />
          {view === 'all' ? (
            <SearchBox label="Find a workflow" value={params.search ?? ''} onChange={search} />
          ) : (
            <RunStatusChoice />
          )}
        </>
      }
    >
      {view === 'all' ? <WorkflowList /> : <RunList />}
      {params.new !== undefined && mayWrite && <NewWorkflow />}
    </Page>
  )
}
