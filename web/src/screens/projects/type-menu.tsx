import type { ProjectType } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { Refusal } from '../../app/refusal.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import form from '../../ui/form.module.css'
import { Menu, MenuAction } from '../../ui/menu.tsx'
import { say } from '../../ui/toasts.tsx'
import { typesQuery } from './queries.ts'

/** The actions for a type that was added in this workspace. */
export function TypeMenu({ type }: { type: ProjectType }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.projects.deleteType(type.resourcetype),
    onSuccess: async () => {
      await navigate({ to: '/projects' })
      client.setQueryData(typesQuery.queryKey, (types) =>
        types?.filter(({ resourcetype }) => resourcetype !== type.resourcetype),
      )
      void client.invalidateQueries({ queryKey: typesQuery.queryKey })
      say(`The type ${type.title} is deleted.`)
    },
    meta: { showsErrors: true },
  })
  return (
    <>
      <Menu label="Type actions">
        <MenuAction icon={<Trash2 />} isDanger onAction={() => setAsking(true)}>
          Delete type …
        </MenuAction>
      </Menu>
      <Confirm
        title={`Delete the type ${type.title}?`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Delete type"
        isDanger
        isPending={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <div className={form.form}>
          <p>You can delete a type only if no project uses it, including deleted projects.</p>
          <Refusal error={remove.error} />
        </div>
      </Confirm>
    </>
  )
}
