import type { ProjectSummary } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FolderKanban, RotateCcw } from 'lucide-react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { LinkRow } from '../../ui/link-rows.tsx'
import { say } from '../../ui/toasts.tsx'
import { When } from '../../ui/when.tsx'

export function ProjectRow({ project }: { project: ProjectSummary }) {
  const { id, resourcetype, title, description, primary_type, updated_at, deleted_at } = project
  return (
    <LinkRow
      {...(!deleted_at && { to: `/projects/${resourcetype}/${id}` })}
      icon={<FolderKanban size={17} aria-hidden />}
      title={title}
      text={description}
      {...(primary_type && { facts: primary_type })}
      when={<When at={deleted_at ?? updated_at} />}
      action={deleted_at && <RestoreButton project={project} />}
    />
  )
}

function RestoreButton({ project: { id, resourcetype, title } }: { project: ProjectSummary }) {
  const client = useQueryClient()
  const restore = useMutation({
    mutationFn: () => api.projects.restore(resourcetype, id),
    onSuccess: () => {
      say(`Restored ${title}`)
      void client.invalidateQueries({ queryKey: ['projects'] })
    },
  })
  if (!useMay('projects:write')) return null
  return (
    <Button size="small" isDisabled={restore.isPending} onPress={() => restore.mutate()}>
      <RotateCcw /> Restore
    </Button>
  )
}
