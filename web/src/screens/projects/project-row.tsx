import type { ProjectEntry } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FolderKanban, RotateCcw } from 'lucide-react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { say } from '../../ui/toasts.tsx'
import { When } from '../../ui/when.tsx'
import styles from './rows.module.css'

export function ProjectRow({ project }: { project: ProjectEntry }) {
  const { id, resourcetype, title, description, updated_at, deleted_at } = project
  const parts = (
    <>
      <FolderKanban size={17} aria-hidden className={styles.icon} />
      <span className={styles.names}>
        <strong>{title}</strong>
        {description && <small>{description}</small>}
      </span>
      <span className={styles.when}>
        <When at={deleted_at ?? updated_at} />
      </span>
    </>
  )
  return (
    <li>
      {deleted_at ? (
        <div className={styles.row}>
          {parts}
          <RestoreButton project={project} />
        </div>
      ) : (
        <Link to={`/projects/${resourcetype}/${id}` as string} className={styles.row}>
          {parts}
        </Link>
      )}
    </li>
  )
}

function RestoreButton({ project: { id, resourcetype, title } }: { project: ProjectEntry }) {
  const client = useQueryClient()
  const restore = useMutation({
    mutationFn: () => api.projects.restore(resourcetype, id),
    onSuccess: () => {
      say(`${title} is back.`)
      void client.invalidateQueries({ queryKey: ['projects'] })
    },
  })
  if (!useMay('projects:write')) return null
  return (
    <Button size="small" isPending={restore.isPending} onPress={() => restore.mutate()}>
      <RotateCcw /> Restore
    </Button>
  )
}
