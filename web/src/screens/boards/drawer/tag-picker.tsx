import { Button } from '../../../ui/button.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { useBoard } from '../board-context.ts'
import type { Task } from '../model.ts'
import { Dot, TagMark } from '../tag-mark.tsx'
import { useChangeTask } from '../use-change-task.ts'
import styles from './properties.module.css'

/** Picks existing tags or creates new ones by name. */
export function TagPicker({ task }: { task: Task }) {
  const { names, mayWrite } = useBoard()
  const change = useChangeTask(task)
  const { tags } = task
  const trigger = (
    <Button kind="quiet" className={styles.opener} isDisabled={!mayWrite}>
      <span className="unseen">Tags: </span>
      {tags.map((id) => (
        <TagMark key={id} tag={names.tags.get(id)} />
      ))}
      {tags.length === 0 && <span className={styles.none}>None</span>}
    </Button>
  )
  return (
    <Picker
      trigger={trigger}
      label="Find or create a tag"
      options={[...names.tags.values()].map(({ id, name, color }) => ({
        id,
        label: name,
        icon: <Dot color={color} />,
      }))}
      chosen={tags}
      onChoose={(id) =>
        change.mutate({
          tags: tags.includes(id) ? tags.filter((one) => one !== id) : [...tags, id],
        })
      }
      onCreate={(name) => change.mutate({ tags: [...tags, name] })}
    />
  )
}
