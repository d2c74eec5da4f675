import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FolderKanban, Plus, Search, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Input, SearchField } from 'react-aria-components'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { ProjectRow } from './project-row.tsx'
import { type ListFilters, projectsQuery, typesQuery } from './queries.ts'
import styles from './rows.module.css'

/** The projects of a type, those that were changed last first. */
export function ProjectListScreen() {
  const { type } = useParams({ strict: false }) as { type: string }
  const filters = useSearch({ strict: false }) as ListFilters
  const navigate = useNavigate()
  const { data: types } = useQuery(typesQuery)
  const projects = useInfiniteQuery({ ...projectsQuery(type, filters), throwOnError: true })
  const mayWrite = useMay('projects:write')
  const [isAdding, setAdding] = useState(false)
  const change = (next: ListFilters) =>
    navigate({ to: '.', search: { ...filters, ...next } as never, replace: true })
  const all = projects.data?.pages.flatMap(({ results }) => results)
  const title = types?.find(({ resourcetype }) => isAlike(resourcetype, type))?.title ?? type
  const add = mayWrite && (
    <Button kind="first" size="small" onPress={() => setAdding(true)}>
      <Plus /> New project
    </Button>
  )
  return (
    <Page
      title={title}
      beside={
        <Link to="/projects" className={styles.up}>
          All types
        </Link>
      }
      actions={add}
      filters={
        <>
          <SearchField
            aria-label="Search projects"
            value={filters.search ?? ''}
            onChange={(search) => change({ search: search || undefined })}
            className={styles.search}
          >
            <Search size={15} aria-hidden />
            <Input placeholder="Search" />
          </SearchField>
          <Button
            kind="quiet"
            size="small"
            aria-pressed={filters.deleted === true}
            onPress={() => change({ deleted: filters.deleted ? undefined : true })}
          >
            <Trash2 /> {filters.deleted ? 'Back to those that are there' : 'Deleted'}
          </Button>
        </>
      }
    >
      {!all ? (
        <SkeletonRows height={56} />
      ) : all.length === 0 ? (
        <None filters={filters} action={add} />
      ) : (
        <ul>
          {all.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </ul>
      )}
      {projects.hasNextPage && (
        <div className={styles.more}>
          <Button onPress={() => projects.fetchNextPage()} isPending={projects.isFetchingNextPage}>
            Show more
          </Button>
        </div>
      )}
      {isAdding && <DetailsDialog type={type} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function None({ filters, action }: { filters: ListFilters; action: ReactNode }) {
  if (filters.search) return <Empty title={`Nothing for “${filters.search}”`} />
  if (filters.deleted) {
    return (
      <Empty icon={<Trash2 size={22} />} title="Nothing was deleted">
        A project that is deleted comes here, with all its versions, and can be brought back.
      </Empty>
    )
  }
  return (
    <Empty icon={<FolderKanban size={22} />} title="No projects of this type yet" action={action}>
      Agents put here what they work from: briefs, budgets, plans. You can begin one, too.
    </Empty>
  )
}

function isAlike(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
