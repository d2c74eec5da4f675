import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, Paperclip, Redo2, Save, Trash2, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { fileUrl } from '../../app/file-url.ts'
import { saveBlob, saveFile } from '../../app/save-file.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { say } from '../../ui/toasts.tsx'
import { AttachToTask } from './attach-to-task.tsx'
import { compose, isEdited } from './compose.ts'
import styles from './result.module.css'
import type { ResultProps } from './result-panel.tsx'
import { nameOfFile } from './tool-result.ts'
import { useGoToBench } from './use-studio-search.ts'

/** The actions for a result: download, save, edit further, use, delete. */
export function ResultActions(props: ResultProps) {
  const { task, result, picture, asked, edit, isGone } = props
  const goTo = useGoToBench()
  const mayWork = useMay('tools:write')
  const mayWrite = useMay('assets:write')
  const mayAttach = useMay('boards:write')
  const [isAttaching, setAttaching] = useState(false)
  const { download, keep, remove } = useResultChanges(props)
  const { length } = result.pictures
  const images =
    length > 1 ? `all ${length} images everywhere they are` : 'the image everywhere it is'
  return (
    <>
      {!isGone && (
        <div className={styles.actions}>
          <Button kind="first" onPress={() => download.mutate()}>
            <Download /> Download
          </Button>
          {mayWrite && isEdited(edit) && (
            <Button isPending={keep.isPending} onPress={() => keep.mutate()}>
              <Save /> Save as asset
            </Button>
          )}
          {mayWork && (
            <Button onPress={() => goTo({ picture: picture.asset_id })}>
              <WandSparkles /> Edit further
            </Button>
          )}
        </div>
      )}
      <div className={styles.actions}>
        {!isGone && <CopyButton text={picture.asset_id}>Copy asset id</CopyButton>}
        {!isGone && <CopyButton text={picture.url}>Copy link</CopyButton>}
        {!isGone && mayAttach && (
          <Button size="small" onPress={() => setAttaching(true)}>
            <Paperclip /> Attach to a task
          </Button>
        )}
        {mayWork && asked.picture && asked.tool && (
          <Button
            size="small"
            onPress={() => goTo({ picture: asked.picture, tool: asked.tool, from: task.task_id })}
          >
            <Redo2 /> Use again
          </Button>
        )}
        {!isGone && mayWrite && (
          <ConfirmButton
            label="Delete"
            icon={<Trash2 />}
            title="Delete the result?"
            text={`This deletes ${images} used. The history entry stays. The original is not affected.`}
            onConfirm={() => remove.mutate()}
          />
        )}
      </div>
      <AttachToTask
        asset={picture.asset_id}
        isOpen={isAttaching}
        onClose={() => setAttaching(false)}
      />
    </>
  )
}

function useResultChanges({ task, result, picture, index, edit }: ResultProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const url = fileUrl(picture.url)
  const name = nameOfFile(picture, task.kind, index)
  const download = useMutation({
    mutationFn: async () => {
      if (isEdited(edit)) saveBlob(await compose(url, edit), `${task.kind}.png`)
      else saveFile(url, name)
    },
  })
  const keep = useMutation({
    mutationFn: async () =>
      api.assets.upload(await compose(url, edit), { filename: `${task.kind}.png` }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['assets'] })
      say('Saved as a new asset.')
    },
  })
  const remove = useMutation({
    mutationFn: () =>
      Promise.all(result.pictures.map(({ asset_id }) => api.assets.delete(asset_id))),
    onSuccess: () => void navigate({ to: '/studio' as string }),
  })
  return { download, keep, remove }
}
