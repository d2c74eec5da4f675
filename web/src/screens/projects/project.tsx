import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useMay } from '../../app/session.ts'
import { Page } from '../../ui/page.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import tabs from '../../ui/tabs.module.css'
import { ConflictDialog } from './conflict/conflict-dialog.tsx'
import { isDocument } from './document/field-values.ts'
import { JsonEditor } from './editor/json-editor.tsx'
import { Tree } from './editor/tree.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { PresentPeople } from './presence/present-people.tsx'
import { useLastSave } from './presence/use-last-save.ts'
import { usePresence } from './presence/use-presence.ts'
import styles from './project.module.css'
import { WithComments } from './project-comments.tsx'
import { ProjectMenu } from './project-menu.tsx'
import { projectQuery } from './queries.ts'
import { SaveBar } from './save-bar.tsx'
import { useDraftData } from './use-draft-data.ts'

const ItemList = lazy(async () => ({ default: (await import('./items/item-list.tsx')).ItemList }))
const DocumentView = lazy(async () => ({
  default: (await import('./document/document-view.tsx')).DocumentView,
}))
const History = lazy(async () => ({ default: (await import('./history/history.tsx')).History }))

type View = 'document' | 'tree' | 'json' | 'items' | 'history'

/** Each project gets its own view state, so no draft carries over to another project. */
export function ProjectScreen() {
  const { type, id } = useParams({ strict: false }) as { type: string; id: string }
  return <ProjectView key={`${type}/${id}`} type={type} id={id} />
}

/** A project: its data as a document, a tree and JSON, and its version history. */
function ProjectView({ type, id }: { type: string; id: string }) {
  const { view: chosen } = useSearch({ strict: false }) as { view?: View }
  const navigate = useNavigate()
  const { data: version } = useSuspenseQuery(projectQuery(type, id))
  const draft = useDraftData(type, id, version)
  const [usual] = useState(() => (isDocument(type, version.data) ? 'document' : 'tree'))
  const view = chosen ?? usual
  const mayWrite = useMay('projects:write')
  const people = usePresence(type, id, draft.isDirty)
  const lastSave = useLastSave(id)
  const isTheirs = lastSave?.revision === version.revision
  const show = (next: string) =>
    navigate({
      to: '.',
      search: { view: next === usual ? undefined : next } as never,
      replace: true,
    })
  return (
    <Page
      title={version.title}
      isWide
      up={{ to: `/projects/${type}`, label: 'All projects of this type' }}
      beside={<ProjectMenu type={type} id={id} version={version} />}
      actions={
        <>
          <PresentPeople people={people} />
          <span className={styles.revision}>
            Revision {version.revision}
            {isTheirs && <span className={styles.savedBy}> · saved by {lastSave.name}</span>}
          </span>
        </>
      }
    >
      <Tabs selectedKey={view} onSelectionChange={(key) => show(String(key))} className={tabs.tabs}>
        <TabList aria-label="View" className={tabs.list}>
          <Tab id="document" className={tabs.tab}>
            Document
          </Tab>
          <Tab id="tree" className={tabs.tab}>
            Tree
          </Tab>
          <Tab id="json" className={tabs.tab}>
            JSON
          </Tab>
          <Tab id="items" className={tabs.tab}>
            Items
          </Tab>
          <Tab id="history" className={tabs.tab}>
            History
          </Tab>
        </TabList>
        {['document', 'tree', 'json'].includes(view) && version.description && (
          <p className={styles.description}>{version.description}</p>
        )}
        <TabPanel id="document" className={styles.panel}>
          <WithComments id={id}>
            <Suspense fallback={<SkeletonRows />}>
              <DocumentView type={type} draft={draft} isReadOnly={!mayWrite} />
            </Suspense>
          </WithComments>
        </TabPanel>
        <TabPanel id="tree" className={styles.panel}>
          <WithComments id={id}>
            <Tree data={draft.data} isReadOnly={!mayWrite} onChange={draft.setData} />
          </WithComments>
        </TabPanel>
        <TabPanel id="json" className={styles.panel}>
          <JsonEditor draft={draft} isReadOnly={!mayWrite} />
        </TabPanel>
        <TabPanel id="items" className={styles.panel}>
          <Suspense fallback={<SkeletonRows height={48} />}>
            <ItemList type={type} id={id} />
          </Suspense>
        </TabPanel>
        <TabPanel id="history" className={styles.panel}>
          <Suspense fallback={<SkeletonRows />}>
            <History type={type} id={id} current={version.revision} />
          </Suspense>
        </TabPanel>
      </Tabs>
      <SaveBar draft={draft} savedBy={lastSave?.name} />
      {draft.clash && <ConflictDialog clash={draft.clash} draft={draft} />}
      <LeaveGuard isDirty={draft.isDirty} />
    </Page>
  )
}
