import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Markdown } from '../../../app/markdown.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { readDraft, writeDraft } from '../../../ui/drafts.ts'
import { complain } from '../../../ui/toasts.tsx'
import { useBoard } from '../board-context.ts'
import type { Task } from '../model.ts'
import { guessTask, keepTask, refreshTask } from '../tasks-cache.ts'
import { DescriptionConflict } from './description-conflict.tsx'
import { DescriptionEditor } from './description-editor.tsx'
import styles from './description-field.module.css'
import { saveDescription } from './save-description.ts'

/** An edited description and its base version. */
interface Draft {
  from: string
  text: string
}

interface Conflict extends Draft {
  theirs: Task
}

/** Rendered Markdown that is edited as source. */
export function DescriptionField({ task }: { task: Task }) {
  const { mayWrite } = useBoard()
  const client = useQueryClient()
  const place = `description of ${task.id}`
  const [draft, setDraft] = useState(() => readDraft<Draft>(place))
  const [clash, setClash] = useKeptClash(task)
  const save = useMutation({
    scope: { id: `changes of ${task.id}` },
    mutationFn: ({ from, text }: Draft) => saveDescription(task.id, { from, description: text }),
    onMutate: ({ text }) => {
      setDraft(undefined)
      guessTask(client, task, { description: text })
    },
    onSuccess: (ended, mine) => {
      writeDraft(place, undefined)
      if ('saved' in ended) return keepTask(client, ended.saved)
      guessTask(client, task, ended.theirs)
      setClash({ ...mine, theirs: ended.theirs })
    },
    onError: (_error, mine) => {
      // The text stays a draft. The server still has the version that it is based on.
      setDraft(mine)
      guessTask(client, task, { description: mine.from })
      void refreshTask(client, task.board, task.id)
    },
  })
  const begin = () => setDraft({ from: task.description, text: task.description })
  const change = (next: Draft) => {
    writeDraft(place, next.text === next.from ? undefined : next)
    setDraft(next)
  }
  const stop = () => {
    writeDraft(place, undefined)
    setDraft(undefined)
  }
  const shown = draft ? (
    <DescriptionEditor
      text={draft.text}
      isOutdated={task.description !== draft.from}
      onChange={(text) => change({ ...draft, text })}
      onSave={() => (draft.text === draft.from ? stop() : save.mutate(draft))}
      onCancel={stop}
    />
  ) : task.description !== '' ? (
    <div className={styles.shown}>
      <Markdown text={task.description} />
      {mayWrite && (
        <IconButton label="Edit the description" className={styles.edit} onPress={begin}>
          <Pencil />
        </IconButton>
      )}
    </div>
  ) : (
    mayWrite && (
      <Button kind="quiet" className={styles.empty} onPress={begin}>
        Add a description …
      </Button>
    )
  )
  return (
    <>
      {shown}
      {clash && (
        <Clash
          {...clash}
          onTheirs={() => setClash(undefined)}
          onMine={() => {
            save.mutate({ from: clash.theirs.description, text: clash.text })
            setClash(undefined)
          }}
          onEdit={() => {
            change({ from: clash.theirs.description, text: clash.text })
            setClash(undefined)
          }}
        />
      )}
    </>
  )
}

/**
 * Survives closing the task: closing saves, so the conflict may arrive afterwards. Then a message
 * reports it, and the dialog opens with the task.
 */
function useKeptClash({ id, slug }: Task) {
  const client = useQueryClient()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const queryKey = ['unsaved description', id]
  const { data } = useQuery<Conflict | null>({ queryKey, enabled: false, gcTime: Infinity })
  const keep = (clash: Conflict | undefined) => {
    client.setQueryData(queryKey, clash ?? null)
    if (clash && !isHere.current) {
      complain(
        `Your description of ${slug} is not saved because someone else changed it. Open it to choose.`,
      )
    }
  }
  return [data ?? undefined, keep] as const
}

interface ClashProps extends Conflict {
  onTheirs: () => void
  onMine: () => void
  onEdit: () => void
}

function Clash({ theirs, from, text, ...actions }: ClashProps) {
  const { names } = useBoard()
  const who = theirs.modifier === null ? undefined : names.people.get(theirs.modifier)
  return (
    <DescriptionConflict
      from={from}
      theirs={theirs.description}
      mine={text}
      who={who ?? 'Someone else'}
      {...actions}
    />
  )
}
