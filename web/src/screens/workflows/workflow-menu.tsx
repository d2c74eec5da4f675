import type { Workflow } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bot, BotOff, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Menu, MenuAction } from '../../ui/menu.tsx'
import { say } from '../../ui/toasts.tsx'
import { workflowQuery } from './queries.ts'

/** Rarely used actions for a workflow. */
export function WorkflowMenu({ workflow }: { workflow: Workflow }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { id, title, is_listed } = workflow
  const list = useMutation({
    mutationFn: () => api.workflows.update(id, { is_listed: !is_listed }),
    onSuccess: (changed) => {
      queryClient.setQueryData(workflowQuery(id).queryKey, changed)
      say(changed.is_listed ? 'Visible to agents.' : 'Hidden from agents.')
    },
  })
  const remove = useMutation({
    mutationFn: () => api.workflows.delete(id),
    onSuccess: async () => {
      await navigate({ to: '/workflows' })
      queryClient.removeQueries({ queryKey: ['workflows', id] })
      say(`“${title}” deleted.`)
    },
  })
  return (
    <>
      <Menu
        label="Workflow actions"
        trigger={
          <IconButton label="More" size="usual">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuAction icon={is_listed ? <BotOff /> : <Bot />} onAction={() => list.mutate()}>
          {is_listed ? 'Hide from agents' : 'Show to agents'}
        </MenuAction>
        <MenuAction icon={<Trash2 />} isDanger onAction={() => setAsking(true)}>
          Delete
        </MenuAction>
      </Menu>
      <Confirm
        title={`Delete “${title}”?`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Delete the workflow"
        isDanger
        isPending={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        All its versions are deleted, and it cannot be started again. Current runs continue.
      </Confirm>
    </>
  )
}
