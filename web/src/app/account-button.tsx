import { ChevronsUpDown } from 'lucide-react'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import styles from './account-menu.module.css'
import { useMe } from './session.ts'

/** Shows the workspace and the person, and opens their menu. */
export function AccountButton({ onPressStart }: { onPressStart?: () => void }) {
  const { user, workspaces, workspace_id } = useMe()
  const here = workspaces.find(({ id }) => id === workspace_id)
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email
  return (
    <Button kind="quiet" className={styles.trigger} {...(onPressStart && { onPressStart })}>
      <Avatar name={here?.name ?? name} size={26} />
      <span className={styles.names}>
        <strong>{here?.name}</strong>
        <small>{name}</small>
      </span>
      <ChevronsUpDown aria-hidden />
    </Button>
  )
}
