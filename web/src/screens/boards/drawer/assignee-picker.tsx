import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { useBoard } from '../board-context.ts'
import type { Task } from '../model.ts'
import { useChangeTask } from '../use-change-task.ts'
import styles from './properties.module.css'

export function AssigneePicker({ task }: { task: Task }) {
  const { names, mayWrite } = useBoard()
  const change = useChangeTask(task)
  const { assignees } = task
  const trigger = (
    <Button kind="quiet" className={styles.opener} isDisabled={!mayWrite}>
      <span className="unseen">Assignees: </span>
      {assignees.map((id) => {
        const name = names.people.get(id) ?? 'Someone'
        return (
          <span key={id} className={styles.person}>
            <Avatar name={name} size={20} />
            {name}
          </span>
        )
      })}
      {assignees.length === 0 && <span className={styles.none}>Nobody</span>}
    </Button>
  )
  return (
    <Picker
      trigger={trigger}
      label="Find a person"
      options={[...names.people].map(([id, label]) => ({
        id,
        label,
        icon: <Avatar name={label} size={20} />,
      }))}
      chosen={assignees}
      onChoose={(id) =>
        change.mutate({
          assignees: assignees.includes(id)
            ? assignees.filter((one) => one !== id)
            : [...assignees, id],
        })
      }
    />
  )
}
