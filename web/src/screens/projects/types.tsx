import { useQuery } from '@tanstack/react-query'
import { FolderKanban, Plus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { LinkRow, LinkRows } from '../../ui/link-rows.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NewTypeDialog } from './new-type-dialog.tsx'
import { countsQuery, typesQuery } from './queries.ts'
import styles from './types.module.css'

/** All project types, with the number of projects of each. */
export function TypesScreen() {
  const { data: types } = useQuery({ ...typesQuery, throwOnError: true })
  const names = types?.map(({ resourcetype }) => resourcetype) ?? []
  const { data: counts } = useQuery({ ...countsQuery(names), enabled: names.length > 0 })
  const mayWrite = useMay('projects:write')
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title="Projects"
      actions={
        mayWrite && (
          <Button onPress={() => setAdding(true)}>
            <Plus /> New type
          </Button>
        )
      }
    >
      <p className={styles.about}>
        A project stores what people and agents know about a campaign, a brand or a plan. Both can
        edit its data, and every version is kept.
      </p>
      {types ? (
        <LinkRows label="Project types">
          {types.map(({ resourcetype, title, built_in }) => (
            <LinkRow
              key={resourcetype}
              to={`/projects/${resourcetype}`}
              icon={<FolderKanban size={17} aria-hidden />}
              title={title}
              text={built_in ? resourcetype : `${resourcetype}, added here`}
              facts={counts?.get(resourcetype) ?? ' '}
            />
          ))}
        </LinkRows>
      ) : (
        <SkeletonRows height={56} />
      )}
      {isAdding && <NewTypeDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}
