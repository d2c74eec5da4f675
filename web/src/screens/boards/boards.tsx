import { useQuery } from '@tanstack/react-query'
import { KanbanSquare, Lock, LockOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import { boardsQuery } from '../../app/queries.ts'
import { useRequestedAction } from '../../app/requested-actions.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LinkRow, LinkRows } from '../../ui/link-rows.tsx'
import { Page } from '../../ui/page.tsx'
import { PlaceLink } from '../../ui/place-link.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import styles from './boards.module.css'
import { NewBoardDialog } from './new-board-dialog.tsx'

/** All boards of the workspace that the person can see. */
export function BoardsScreen() {
  const { data: boards } = useQuery({ ...boardsQuery, throwOnError: true })
  const mayWrite = useMay('boards:write')
  const [isAdding, setAdding] = useState(false)
  useRequestedAction('new board', () => setAdding(true))
  const add = mayWrite && (
    <Button kind="first" onPress={() => setAdding(true)}>
      <Plus /> New board
    </Button>
  )
  return (
    <Page
      title="Boards"
      actions={
        boards &&
        boards.length > 0 && (
          <>
            <PlaceLink to="/tasks" label="My tasks" />
            {add}
          </>
        )
      }
    >
      {!boards ? (
        <SkeletonRows height={57} />
      ) : boards.length === 0 ? (
        <Empty icon={<KanbanSquare size={22} />} title="No boards yet" action={add}>
          A board shows the tasks of people and agents in columns, from planned to done. Agents can
          also create boards through the API.
        </Empty>
      ) : (
        <LinkRows label="Boards">
          {boards.map((board) => (
            <LinkRow
              key={board.id}
              to={`/boards/${board.slug}`}
              icon={<KanbanSquare size={17} aria-hidden />}
              title={board.title}
              text={board.description}
              facts={
                <span className={styles.facts}>
                  {board.access === 0 && <Lock size={14} role="img" aria-label="Private" />}
                  {board.access === 1 && <LockOpen size={14} role="img" aria-label="Protected" />}
                  {board.tasks_count} {board.tasks_count === 1 ? 'task' : 'tasks'}
                </span>
              }
              when={<When at={board.updated_at} />}
            />
          ))}
        </LinkRows>
      )}
      {isAdding && <NewBoardDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}
