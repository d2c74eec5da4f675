import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FolderKanban, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LinkRows } from '../../ui/link-rows.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import styles from './project-list.module.css'
import { ProjectRow } from './project-row.tsx'
import { type ListFilters, projectsQuery, typesQuery } from './queries.ts'
import { TypeMenu } from './type-menu.tsx'

/** The projects of a type, most recently changed first. */
export function ProjectListScreen() {
  const { type } = useParams({ strict: false }) as { type: string }
  const filters = useSearch({ strict: false }) as ListFilters
  const navigate = useNavigate()
  const { data: types } = useQuery(typesQuery)
  const projects = useInfiniteQuery({ ...projectsQuery(type, filters), throwOnError: true })
  const mayWrite = useMay('projects:write')
  const [isAdding, setAdding] = useState(false)
  const change = useCallback(
    (next: ListFilters) => {
      const search = (before: ListFilters) => ({ ...before, ...next })
      void navigate({ to: '.', search: search as never, replace: true })
    },
    [navigate],
  )
  const onSearch = useCallback(
    (search: string) => change({ search: search || undefined }),
    [change],
  )
  const all = projects.data?.pages.flatMap(({ results }) => results)
  const known = types?.find(({ resourcetype }) => isAlike(resourcetype, type))
  const add = mayWrite && (
    <Button kind="first" size="small" onPress={() => setAdding(true)}>
      <Plus /> New project
    </Button>
  )
  return (
    <Page
      title={known?.title ?? type}
      up={{ to: '/projects', label: 'All types' }}
      beside={mayWrite && known && !known.built_in && <TypeMenu type={known} />}
      actions={add}
      filters={
        <>
          <SearchBox label="Search projects" value={filters.search ?? ''} onChange={onSearch} />
          <Button
            kind="quiet"
            size="small"
            aria-pressed={filters.deleted === true}
            onPress={() => change({ deleted: filters.deleted ? undefined : true })}
          >
            <Trash2 /> {filters.deleted ? 'Back to active projects' : 'Deleted'}
          </Button>
        </>
      }
    >
      {!all ? (
        <SkeletonRows height={56} />
      ) : all.length === 0 ? (
        <None filters={filters} action={add} />
      ) : (
        <LinkRows label="Projects">
          {all.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </LinkRows>
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
  if (filters.search) return <Empty title={`No results for “${filters.search}”`} />
  if (filters.deleted) {
    return (
      <Empty icon={<Trash2 size={22} />} title="No deleted projects">
        Deleted projects appear here with all their versions. You can restore them.
      </Empty>
    )
  }
  return (
    <Empty icon={<FolderKanban size={22} />} title="No projects of this type yet" action={action}>
      Agents keep briefs, budgets and plans here. You can create a project too.
    </Empty>
  )
}

function isAlike(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
