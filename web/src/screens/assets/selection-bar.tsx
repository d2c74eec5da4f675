import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FolderInput, X } from 'lucide-react'
import { api } from '../../app/api.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { say } from '../../ui/toasts.tsx'
import styles from './assets.module.css'
import type { Selection } from './use-selection.ts'

interface Props {
  selection: Selection
  onMove: () => void
}

/** Takes the place of the filters while files are selected. */
export function SelectionBar({ selection: { ids, clear }, onMove }: Props) {
  const remove = useDelete()
  const files = ids.size === 1 ? '1 file' : `${ids.size} files`
  return (
    <div className={styles.selection}>
      <IconButton label="Clear selection" onPress={clear}>
        <X />
      </IconButton>
      <span role="status">{ids.size} selected</span>
      <Button size="small" onPress={onMove}>
        <FolderInput /> Move to …
      </Button>
      <ConfirmButton
        label="Delete"
        title={`Delete ${files}?`}
        text="Posts, tasks and projects that use them lose them too. You cannot undo this."
        onConfirm={() => remove.mutate([...ids])}
      />
    </div>
  )
}

function useDelete() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (ids: string[]) => {
      for (const id of ids) await api.assets.delete(id)
    },
    onSuccess: (_, ids) =>
      say(ids.length === 1 ? '1 file deleted.' : `${ids.length} files deleted.`),
    onSettled: () => client.invalidateQueries({ queryKey: ['assets'] }),
  })
}
