import type { Workflow } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from '../../app/search-params.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EntryList, EntryRow } from '../../ui/entry-list.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { readSteps } from './definition.ts'
import { pageSize, versionQuery, versionsQuery } from './queries.ts'
import { StepPreview } from './step-preview.tsx'
import styles from './versions.module.css'

/** The history of the definition; each version can be viewed. */
export function Versions({ workflow }: { workflow: Workflow }) {
  const [{ version, page: pageText = '1' }, change] = useSearchParams()
  const page = Number(pageText) || 1
  const list = useQuery(versionsQuery(workflow.id, page))
  if (list.isError) throw list.error
  if (!list.data) return <SkeletonRows count={3} />
  return (
    <>
      <EntryList>
        {list.data.results.map(({ version: number, created_by, created_at, definition }) => (
          <EntryRow
            key={number}
            to="."
            search={{ view: 'versions', version: String(number) }}
            title={`Version ${number}`}
            text={`${definition.title}, ${readSteps(definition.steps).length} steps`}
          >
            <span className={styles.by}>
              <Avatar name={created_by.name} isAgent={created_by.kind === 'agent'} size={20} />
              {created_by.name}
            </span>
            <When at={created_at} />
          </EntryRow>
        ))}
      </EntryList>
      <Pager
        page={page}
        pageSize={pageSize}
        count={list.data.count}
        onChange={(next) => change({ page: String(next) })}
      />
      {version !== undefined && (
        <VersionView
          workflowId={workflow.id}
          version={Number(version)}
          onClose={() => change({ version: undefined })}
        />
      )}
    </>
  )
}

interface ViewProps {
  workflowId: string
  version: number
  onClose: () => void
}

function VersionView({ workflowId, version, onClose }: ViewProps) {
  const found = useQuery(versionQuery(workflowId, version))
  if (found.isError) throw found.error
  const steps = readSteps(found.data?.definition.steps)
  return (
    <Dialog title={`Version ${version}`} isOpen onClose={onClose} kind="drawer">
      {found.data ? (
        <div className={styles.version}>
          <StepPreview label={`Steps of version ${version}`} steps={steps} />
          <JsonView label="Definition" value={found.data.definition} />
        </div>
      ) : (
        <SkeletonRows />
      )}
    </Dialog>
  )
}
