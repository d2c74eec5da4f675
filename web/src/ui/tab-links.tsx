import { Link } from '@tanstack/react-router'
import styles from './tab-links.module.css'
import { useCurrentInView } from './use-current-in-view.ts'

interface Tab {
  id: string
  label: string
}

interface Props {
  label: string
  tabs: readonly Tab[]
  value: string
  /** The search parameters of a tab's URL. */
  searchOf: (id: string) => Record<string, string | undefined>
}

/** Views of one thing, each with its own URL. */
export function TabLinks({ label, tabs, value, searchOf }: Props) {
  const strip = useCurrentInView<HTMLElement>(value)
  return (
    <nav ref={strip} aria-label={label} className={styles.tabs}>
      {tabs.map(({ id, label: text }) => (
        <Link
          key={id}
          to="."
          search={searchOf(id) as never}
          className={styles.tab}
          // The router marks the link it considers active; here the value decides.
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={id === value ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
