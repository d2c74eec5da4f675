import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { NotFoundScreen } from '../../app/failure-view.tsx'
import { useMe } from '../../app/session.ts'
import nav from '../../ui/nav-link.module.css'
import { Page } from '../../ui/page.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useCurrentInView } from '../../ui/use-current-in-view.ts'
import { parts } from './parts.ts'
import styles from './settings.module.css'

export function SettingsScreen() {
  const { part } = useParams({ strict: false }) as { part: string }
  const list = useCurrentInView<HTMLElement>(part)
  const permissions = new Set(useMe().permissions)
  const allowed = parts.filter(({ permission }) => !permission || permissions.has(permission))
  const shown = allowed.find(({ id }) => id === part)
  if (!shown) return <NotFoundScreen />
  return (
    <Page title={`Settings: ${shown.title}`} isWide>
      <div className={styles.layout}>
        <nav ref={list} aria-label="Settings sections" className={styles.list}>
          {allowed.map(({ id, title }) => (
            <Link
              key={id}
              to={`/settings/${id}` as string}
              className={`${nav.link} ${styles.link}`}
              // The router marks it a moment later, when it would not be brought into view.
              aria-current={id === part ? 'page' : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
        <div className={styles.content}>
          <Suspense fallback={<SkeletonRows />}>
            <shown.Content />
          </Suspense>
        </div>
      </div>
    </Page>
  )
}
