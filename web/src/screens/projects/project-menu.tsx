import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Menu, MenuAction } from '../../ui/menu.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import type { Version } from './exact.ts'

interface Props {
  type: string
  id: string
  version: Version
}

export function ProjectMenu({ type, id, version }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'details' | 'delete' | null>(null)
  const remove = useMutation({
    mutationFn: () => api.projects.delete(type, id),
    onSuccess: async () => {
      await navigate({ to: `/projects/${type}` as string })
      void client.invalidateQueries({ queryKey: ['projects', 'list'] })
    },
  })
  if (!useMay('projects:write')) return null
  const trigger = (
    <IconButton label="Project actions">
      <ChevronDown />
    </IconButton>
  )
  const close = () => setOpen(null)
  return (
    <>
      <Menu trigger={trigger} label="Project actions">
        <MenuAction icon={<Pencil />} onAction={() => setOpen('details')}>
          Edit details …
        </MenuAction>
        <MenuAction icon={<Trash2 />} isDanger onAction={() => setOpen('delete')}>
          Delete …
        </MenuAction>
      </Menu>
      {open === 'details' && (
        <DetailsDialog type={type} project={{ id, version }} onClose={close} />
      )}
      {open === 'delete' && (
        <Confirm
          title={`Delete ${version.title}?`}
          onClose={close}
          action="Delete project"
          isDanger
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
        >
          You can restore it with all its versions from the deleted projects.
        </Confirm>
      )}
    </>
  )
}
