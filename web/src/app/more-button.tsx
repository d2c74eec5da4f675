import { useRouterState } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { useScreens } from './screens.ts'
import styles from './shell.module.css'

/** On a phone: opens the menu of the screens that have no place on the bar. */
export function MoreButton({ onPressStart }: { onPressStart?: () => void }) {
  const here = useRouterState({ select: ({ location }) => location.pathname })
  const isElsewhere = useScreens().some(
    ({ path, isOnPhoneBar }) => !isOnPhoneBar && here.startsWith(`/${path}`),
  )
  const current = isElsewhere ? styles.current : ''
  return (
    <Button className={`${styles.tab} ${current}`} {...(onPressStart && { onPressStart })}>
      <Ellipsis size={20} aria-hidden />
      <span>More</span>
    </Button>
  )
}
