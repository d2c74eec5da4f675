import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { api } from '../../../app/api.ts'
import { FormDialog } from '../../../app/form-dialog.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Picker } from '../../../ui/picker.tsx'
import type { Task } from '../model.ts'
import { dependenciesQuery, taskSearchQuery } from '../queries.ts'

const kinds = [
  { id: 'waits', label: 'Blocked by' },
  { id: 'BLOCKS', label: 'Blocks' },
  { id: 'RELATES_TO', label: 'Related to' },
  { id: 'DUPLICATES', label: 'Duplicate of' },
] as const

type Kind = (typeof kinds)[number]['id']

/** Adds a dependency on another task, which is found by text or number. */
export function AddDependency({ task }: { task: Task }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Add a dependency" onPress={() => setOpen(true)}>
        <Plus />
      </IconButton>
      {isOpen && <AddDialog task={task} onClose={() => setOpen(false)} />}
    </>
  )
}

function AddDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const client = useQueryClient()
  const [kind, setKind] = useState<Kind>('waits')
  const [text, setText] = useState('')
  const [other, setOther] = useState<{ id: string; name: string }>()
  const { data } = useQuery(taskSearchQuery(useDeferredValue(text.trim())))
  const found = (data?.results ?? []).filter(({ id }) => id !== task.id)
  const add = useMutation({
    mutationFn: (otherId: string) =>
      kind === 'waits'
        ? api.boardTasks.addDependency(otherId, {
            target_task_id: task.id,
            relation_type: 'BLOCKS',
          })
        : api.boardTasks.addDependency(task.id, { target_task_id: otherId, relation_type: kind }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: dependenciesQuery(task.id).queryKey })
      onClose()
    },
    meta: { showsErrors: true },
  })
  return (
    <FormDialog
      title={`How is ${task.slug} related to the other task?`}
      action="Add"
      send={{ ...add, mutate: () => other && add.mutate(other.id) }}
      onClose={onClose}
      isIncomplete={!other}
    >
      <Choice label="Relation" options={kinds} value={kind} onChange={setKind} />
      <Picker
        trigger={<Button>{other?.name ?? 'Choose a task …'}</Button>}
        label="Find a task"
        options={found.map(({ id, slug, title }) => ({ id, label: title, note: slug }))}
        onSearch={setText}
        onChoose={(id) => {
          const chosen = found.find((one) => one.id === id)
          if (chosen) setOther({ id, name: `${chosen.slug} ${chosen.title}` })
        }}
      />
    </FormDialog>
  )
}
