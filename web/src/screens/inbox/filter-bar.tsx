import { Link } from '@tanstack/react-router'
import styles from './filter-bar.module.css'
import { buildSearch, type Filters, type View, views } from './filters.ts'

/** Selects which notifications are listed. */
export function FilterBar({ filters }: { filters: Filters }) {
  return (
    <nav className={styles.bar} aria-label="Filter notifications">
      {(Object.keys(views) as View[]).map((view) => (
        <Link
          key={view}
          to={'/inbox' as string}
          search={buildSearch({ ...filters, view }) as never}
          className={styles.tab}
          activeOptions={{ exact: true, includeSearch: true }}
          activeProps={{}}
          aria-current={filters.view === view ? 'true' : undefined}
        >
          {views[view]}
        </Link>
      ))}
    </nav>
  )
}
