import { useCallback, useRef } from 'react'
import { useSearchParams } from '../../app/search-params.ts'
import { useKeys } from '../../app/use-keys.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import type { Filters } from './filters.ts'
import styles from './inbox-search.module.css'

/** Finds notifications by words in their title or text. */
export function InboxSearch({ filters: { view, search = '' } }: { filters: Filters }) {
  const [, change] = useSearchParams()
  const box = useRef<HTMLDivElement>(null)
  useKeys({ '/': () => box.current?.querySelector('input')?.focus() })
  const onChange = useCallback(
    (words: string) => change({ search: words.trim() }, { isReplacing: true }),
    [change],
  )
  if (view === 'questions') return null
  return (
    <div ref={box} className={styles.search}>
      <SearchBox label="Search the inbox" value={search} onChange={onChange} />
    </div>
  )
}
