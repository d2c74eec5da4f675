import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import nav from '../ui/nav-link.module.css'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { AccountButton } from './account-button.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { LateMenu } from './late-menu.tsx'
import { followEvents } from './live.ts'
import { MoreButton } from './more-button.tsx'
import { useRequestedAction } from './requested-actions.ts'
import { type Screen, useScreens } from './screens.ts'
import styles from './shell.module.css'
import { useKeys } from './use-keys.ts'

const AccountMenu = lazy(async () => ({
  default: (await import('./account-menu.tsx')).AccountMenu,
}))
const MoreMenu = lazy(async () => ({ default: (await import('./more-menu.tsx')).MoreMenu }))
const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }))
const ZoneQuestion = lazy(async () => ({
  default: (await import('./zone-question.tsx')).ZoneQuestion,
}))
const EmailNotice = lazy(async () => ({
  default: (await import('./email-notice.tsx')).EmailNotice,
}))
const KeysHelp = lazy(async () => ({ default: (await import('./keys-help.tsx')).KeysHelp }))

/** The frame around every screen: navigation, account and Ctrl-K. */
export function Shell() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  useRequestedAction('keys', () => setHelpOpen(true))
  useEffect(() => followEvents(queryClient), [queryClient])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setPaletteOpen((open) => !open)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const allowed = useScreens()
  const goTo = allowed.map(({ goKey, path }) => [
    `g ${goKey}`,
    () => void navigate({ to: `/${path}` as string }),
  ])
  useKeys({ '?': () => setHelpOpen(true), ...Object.fromEntries(goTo) })

  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <nav className={styles.side} aria-label="Screens">
        <LateMenu button={AccountButton} menu={AccountMenu} />
        <Button className={styles.search} onPress={() => setPaletteOpen(true)}>
          <Search /> <span>Search</span> <kbd>Ctrl K</kbd>
        </Button>
        <ul className={styles.list}>
          {allowed.map((screen) => (
            <li key={screen.path}>
              <ScreenLink screen={screen} className={`${nav.link} ${styles.link}`} />
            </li>
          ))}
        </ul>
      </nav>
      <main className={styles.main} id="main" tabIndex={-1}>
        <ConnectionBar />
        <Suspense>
          <EmailNotice />
          <ZoneQuestion />
        </Suspense>
        <Suspense
          fallback={
            <div className={styles.waiting}>
              <SkeletonRows />
            </div>
          }
        >
          <Outlet />
        </Suspense>
      </main>
      <PhoneBar screens={allowed} onSearch={() => setPaletteOpen(true)} />
      {isPaletteOpen && (
        <Suspense>
          <Palette screens={allowed} isOpen onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
      {isHelpOpen && (
        <Suspense>
          <KeysHelp onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function ScreenLink({ screen, className }: { screen: Screen; className: string | undefined }) {
  const { title, path, icon: Icon, Badge } = screen
  return (
    <Link to={`/${path}` as string} className={className} activeProps={{ 'aria-current': 'page' }}>
      <Icon size={17} aria-hidden />
      <span>{title}</span>
      {Badge && <Badge />}
    </Link>
  )
}

/** Navigation at the bottom of a phone screen, within reach of the thumb. */
function PhoneBar({ screens: allowed, onSearch }: { screens: Screen[]; onSearch: () => void }) {
  const onBar = allowed.filter(({ isOnPhoneBar }) => isOnPhoneBar)
  return (
    <nav className={styles.phoneBar} aria-label="Screens on a phone">
      {onBar.map((screen) => (
        <ScreenLink key={screen.path} screen={screen} className={styles.tab} />
      ))}
      <Button className={styles.tab} onPress={onSearch}>
        <Search size={20} aria-hidden />
        <span>Search</span>
      </Button>
      <LateMenu button={MoreButton} menu={MoreMenu} />
    </nav>
  )
}

/** The same outline as in index.html, shown while the session loads. */
export function ShellOutline() {
  return (
    <div className="boot" aria-hidden>
      <i />
      <b />
    </div>
  )
}
