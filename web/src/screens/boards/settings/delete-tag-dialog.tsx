import type { Tag } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { Refusal } from '../../../app/refusal.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import form from '../../../ui/form.module.css'
import { say } from '../../../ui/toasts.tsx'
import { tagsQuery } from '../queries.ts'

/** Confirms deleting a tag. The server refuses if tasks on any board use it; then shows why. */
export function DeleteTagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.boards.deleteTag(tag.id),
    onSuccess: () => {
      say(`${tag.name} is deleted.`)
      void client.invalidateQueries({ queryKey: tagsQuery.queryKey })
      onClose()
    },
    meta: { showsErrors: true },
  })
  return (
    <Confirm
      title={`Delete the tag ${tag.name}?`}
      onClose={onClose}
      action="Delete tag"
      isDanger
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      <div className={form.form}>
        <p>
          No board offers it any more. You cannot delete a tag that tasks still use: remove it from
          them first.
        </p>
        <Refusal error={remove.error} />
      </div>
    </Confirm>
  )
}
