import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from './button.tsx'
import styles from './pager.module.css'

interface Props {
  page: number
  pageSize: number
  count: number
  onChange: (page: number) => void
}

/** Pagination for a list. Renders nothing if there is only one page. */
export function Pager({ page, pageSize, count, onChange }: Props) {
  const pages = Math.ceil(count / pageSize)
  if (pages < 2) return null
  const from = (page - 1) * pageSize + 1
  return (
    <nav aria-label="Pages" className={styles.pager}>
      <span>
        {from}–{Math.min(page * pageSize, count)} of {count}
      </span>
      <IconButton
        label="Previous page"
        isDisabled={page <= 1}
        onPress={() => onChange(page - 1)}
        kind="plain"
      >
        <ChevronLeft />
      </IconButton>
      <IconButton
        label="Next page"
        isDisabled={page >= pages}
        onPress={() => onChange(page + 1)}
        kind="plain"
      >
        <ChevronRight />
      </IconButton>
    </nav>
  )
}
