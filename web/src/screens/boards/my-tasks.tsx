import { useQuery } from '@tanstack/react-query'
import { CircleDashed, UserCheck } from 'lucide-react'
import { useMe } from '../../app/session.ts'
import { Empty } from '../../ui/empty.tsx'
import { LinkRow, LinkRows } from '../../ui/link-rows.tsx'
import { Page } from '../../ui/page.tsx'
import { PlaceLink } from '../../ui/place-link.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import styles from './boards.module.css'
import { dueGroups } from './due-groups.ts'
import { dayInWords, type Task, today } from './model.ts'
import { PriorityMark } from './priority-mark.tsx'
import { myTasksQuery } from './queries.ts'

/** Open tasks that are assigned to the person, on all boards. */
export function MyTasksScreen() {
  const { user } = useMe()
  const { data: tasks } = useQuery({ ...myTasksQuery(user.id), throwOnError: true })
  return (
    <Page title="My tasks" actions={<PlaceLink to="/boards" label="All boards" />}>
      {!tasks ? (
        <SkeletonRows height={57} />
      ) : tasks.length === 0 ? (
        <Empty icon={<UserCheck size={22} />} title="No open tasks">
          Tasks that people or agents assign to you appear here, from all boards.
        </Empty>
      ) : (
        dueGroups(tasks, today()).map((group) => (
          <section key={group.title} className={styles.group}>
            <h2>
              {group.title} <small>{group.tasks.length}</small>
            </h2>
            <LinkRows label={group.title}>
              {group.tasks.map((task) => (
                <TaskLink key={task.id} task={task} />
              ))}
            </LinkRows>
          </section>
        ))
      )}
    </Page>
  )
}

function TaskLink({ task }: { task: Task }) {
  return (
    <LinkRow
      to={`/tasks/${task.slug}`}
      icon={<CircleDashed size={17} aria-hidden />}
      title={task.title}
      text={task.slug}
      facts={
        <span className={styles.facts}>
          {task.priority && <PriorityMark priority={task.priority} />}
          {task.due_date && dayInWords(task.due_date)}
        </span>
      }
    />
  )
}
