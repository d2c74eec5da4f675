import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ListChecks, Play } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from '../../app/search-params.ts'
import { useMay } from '../../app/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { workflowQuery } from './queries.ts'
import { RehearseRun } from './rehearse-run.tsx'
import { RunList } from './run-list.tsx'
import { RunStatusChoice } from './run-status-choice.tsx'
import { StartRun } from './start-run.tsx'
import { Triggers } from './triggers.tsx'
import { Versions } from './versions.tsx'
import { WorkflowMenu } from './workflow-menu.tsx'
import { WorkflowOverview } from './workflow-overview.tsx'
import styles from './workflow-screen.module.css'

const DefinitionEditor = lazy(async () => ({
  default: (await import('./definition-editor.tsx')).DefinitionEditor,
}))

const tabs = [
  { id: 'graph', label: 'Graph' },
  { id: 'runs', label: 'Runs' },
  { id: 'triggers', label: 'Triggers' },
  { id: 'definition', label: 'Definition' },
  { id: 'versions', label: 'Versions' },
]

/** A workflow: its graph, runs, triggers, definition and versions. */
export function WorkflowScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const [params, change] = useSearchParams()
  const { data: workflow } = useSuspenseQuery(workflowQuery(id))
  const mayRun = useMay('workflows:run')
  const mayWrite = useMay('workflows:write')
  const view = tabs.some((tab) => tab.id === params.view) ? params.view : 'graph'
  return (
    <Page
      title={workflow.title}
      up={{ to: '/workflows', label: 'Workflows' }}
      beside={
        <span className={styles.notOnPhone}>
          <Badge>version {workflow.version}</Badge>
        </span>
      }
      actions={
        <>
          {mayRun && (
            <Button aria-label="Rehearse" onPress={() => change({ start: 'rehearsal' })}>
              <ListChecks /> <span className={styles.notOnPhone}>Rehearse</span>
            </Button>
          )}
          {mayRun && (
            <Button kind="first" onPress={() => change({ start: 'yes' })}>
              <Play /> Start
            </Button>
          )}
          {mayWrite && <WorkflowMenu workflow={workflow} />}
        </>
      }
      filters={
        <>
          <TabLinks
            label="Views of the workflow"
            tabs={tabs}
            value={view ?? 'graph'}
            searchOf={(tab) => ({ view: tab === 'graph' ? undefined : tab })}
          />
          {view === 'runs' && <RunStatusChoice />}
        </>
      }
    >
      {view === 'graph' && <WorkflowOverview workflow={workflow} />}
      {view === 'runs' && <RunList workflowId={workflow.id} />}
      {view === 'triggers' && <Triggers workflow={workflow} />}
      {view === 'definition' && (
        <Suspense fallback={<SkeletonRows height={48} />}>
          <DefinitionEditor key={workflow.id} workflow={workflow} />
        </Suspense>
      )}
      {view === 'versions' && <Versions workflow={workflow} />}
      {params.start === 'rehearsal' && mayRun && <RehearseRun workflow={workflow} />}
      {params.start === 'yes' && mayRun && <StartRun workflow={workflow} />}
    </Page>
  )
}
