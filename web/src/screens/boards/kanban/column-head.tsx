import type { Column } from '../columns.ts'
import { Dot } from '../tag-mark.tsx'
import styles from './column-head.module.css'
import { StatusMenu } from './status-menu.tsx'

interface Props {
  column: Column
  mayWrite: boolean
}

export function ColumnHead({ column: { status, tasks }, mayWrite }: Props) {
  return (
    <header className={styles.head}>
      <Dot color={status.color} />
      <h2 className={styles.title} title={status.title}>
        {status.title}
      </h2>
      <span className={styles.count}>
        {tasks.length}
        <span className="unseen"> tasks</span>
      </span>
      {mayWrite && <StatusMenu status={status} />}
    </header>
  )
}
