import { AtelierError, isNotFound } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { Refusal } from '../../../app/refusal.tsx'
import { useMay } from '../../../app/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { say } from '../../../ui/toasts.tsx'
import { itemQuery, itemsQuery } from '../queries.ts'
import { type ExactItem, type ItemDraft, saveItem } from './exact-item.ts'
import { ItemForm } from './item-form.tsx'
import styles from './items.module.css'

interface Props {
  type: string
  id: string
  itemId: string
  onClose: () => void
}

export function ItemDialog(props: Props) {
  const { type, id, itemId, onClose } = props
  const { data: item, error } = useQuery(itemQuery(type, id, itemId))
  return (
    <Dialog title={item?.draft.title ?? 'Item'} kind="wide" isOpen onClose={onClose}>
      {item ? (
        <Editor {...props} item={item} />
      ) : error ? (
        <p role="alert">{isNotFound(error) ? 'This item was deleted.' : String(error)}</p>
      ) : (
        <SkeletonRows />
      )}
    </Dialog>
  )
}

function Editor({ type, id, itemId, onClose, item }: Props & { item: ExactItem }) {
  const client = useQueryClient()
  const mayWrite = useMay('projects:write')
  // The base version stays fixed, although events refetch the item.
  const [base, setBase] = useState(item)
  const [draft, setDraft] = useState(item.draft)
  const [isDeleting, setDeleting] = useState(false)
  const done = (what: string) => {
    void client.invalidateQueries({ queryKey: itemsQuery(type, id).queryKey })
    client.removeQueries({ queryKey: itemQuery(type, id, itemId).queryKey })
    say(what)
    onClose()
  }
  const save = useMutation({
    mutationFn: (etag: string | undefined) =>
      saveItem({ type, id, itemId }, { was: base.draft, now: trimmed(draft), etag }),
    onSuccess: () => done('Saved.'),
    onError: (error) => {
      if (isOutdated(error)) void client.invalidateQueries(itemQuery(type, id, itemId))
    },
    meta: { showsErrors: true },
  })
  if (isDeleting) {
    return (
      <DeleteItem
        path={[type, id, itemId]}
        onCancel={() => setDeleting(false)}
        onDone={() => done(`${base.draft.title} is deleted.`)}
      />
    )
  }
  const isClash = isOutdated(save.error)
  const showTheirs = () => {
    setBase(item)
    setDraft(item.draft)
    save.reset()
  }
  return (
    <ItemForm
      draft={draft}
      onChange={setDraft}
      isReadOnly={!mayWrite}
      onSubmit={() => save.mutate(base.etag)}
    >
      {isClash ? (
        <Clash onOverwrite={() => save.mutate(undefined)} onShowTheirs={showTheirs} />
      ) : (
        <Refusal error={save.error} />
      )}
      {mayWrite && (
        <DialogButtons>
          <Button kind="danger" className={styles.left as string} onPress={() => setDeleting(true)}>
            Delete …
          </Button>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" kind="first" isDisabled={save.isPending || isClash}>
            Save
          </Button>
        </DialogButtons>
      )}
    </ItemForm>
  )
}

interface DeleteProps {
  path: [type: string, id: string, itemId: string]
  onCancel: () => void
  onDone: () => void
}

function DeleteItem({ path, onCancel, onDone }: DeleteProps) {
  const remove = useMutation({
    mutationFn: () => api.projects.deleteItem(...path),
    onSuccess: onDone,
    meta: { showsErrors: true },
  })
  return (
    <>
      <p>This cannot be undone: unlike its project, an item has no history.</p>
      <Refusal error={remove.error} />
      <DialogButtons>
        <Button onPress={onCancel} autoFocus>
          Cancel
        </Button>
        <Button kind="danger" isDisabled={remove.isPending} onPress={() => remove.mutate()}>
          Delete item
        </Button>
      </DialogButtons>
    </>
  )
}

function Clash({
  onOverwrite,
  onShowTheirs,
}: {
  onOverwrite: () => void
  onShowTheirs: () => void
}) {
  return (
    <div role="alert" className={styles.clash}>
      Someone else changed this item. Your changes are not saved yet.
      <div>
        <Button size="small" onPress={onOverwrite}>
          Overwrite with my changes
        </Button>
        <Button size="small" onPress={onShowTheirs}>
          Show theirs
        </Button>
      </div>
    </div>
  )
}

function isOutdated(error: unknown): boolean {
  return error instanceof AtelierError && error.status === 412
}

function trimmed(draft: ItemDraft): ItemDraft {
  return { ...draft, title: draft.title.trim(), status: draft.status.trim() }
}
