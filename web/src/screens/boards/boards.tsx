import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KanbanSquare, Lock, Plus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../app/session.ts'
import { useWish } from '../../app/wishes.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { BoardDialog } from './board-dialog.tsx'
import styles from './boards.module.css'
import { boardsQuery } from './queries.ts'

/** Every board of the workspace. */
export function BoardsScreen() {
  const { data: boards } = useQuery({ ...boardsQuery, throwOnError: true })
  const mayWrite = useMay('boards:write')
  const [isAdding, setAdding] = useState(false)
  useWish('new board', () => setAdding(true))
  const add = mayWrite && (
    <Button kind="first" size="small" onPress={() => setAdding(true)}>
      <Plus /> New board
    </Button>
  )
  return (
    <Page title="Boards" actions={boards && boards.length > 0 && add}>
      {!boards ? (
        <SkeletonRows height={57} />
      ) : boards.length === 0 ? (
        <Empty icon={<KanbanSquare size={22} />} title="No boards yet" action={add}>
          A board shows the tasks of people and agents in columns, from what is planned to what is
          done. Agents make boards over the API, too.
        </Empty>
      ) : (
        <ul className={styles.list}>
          {boards.map((board) => (
            <li key={board.id}>
              <Link to={`/boards/${board.slug}` as string} className={styles.row}>
                <KanbanSquare size={17} aria-hidden className={styles.icon} />
                <span className={styles.names}>
                  <strong>{board.title}</strong>
                  {board.description && <small>{board.description}</small>}
                </span>
                {board.access === 0 && <Lock size={14} role="img" aria-label="Private" />}
                <span className={styles.count}>
                  {board.tasks_count} {board.tasks_count === 1 ? 'task' : 'tasks'}
                </span>
                <span className={styles.when}>
                  <When at={board.updated_at} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isAdding && <BoardDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}
