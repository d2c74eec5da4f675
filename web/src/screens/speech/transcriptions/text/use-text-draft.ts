import { isConflict, type Transcription } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../app/api.ts'
import { readDraft, writeDraft } from '../../../../ui/drafts.ts'
import { say } from '../../../../ui/toasts.tsx'
import { transcriptionQuery } from '../../queries.ts'
import type { Phrase } from '../correct-word.ts'
import {
  applyChanges,
  changesBetween,
  findConflicts,
  type TextChanges,
  withChange,
} from './text-changes.ts'

/** Unsaved texts of a transcription. They stay in this browser until they are saved. */
export function useTextDraft({ id, payload: { phrases } }: Transcription) {
  const client = useQueryClient()
  const { queryKey } = transcriptionQuery(id)
  const place = `transcript ${id}`
  const [changes, setChanges] = useState(() => readDraft<TextChanges>(place) ?? {})
  const [isOpen, setOpen] = useState(() => Object.keys(changes).length > 0)
  const [isClashShown, setClashShown] = useState(false)
  const keep = (next: TextChanges) => {
    writeDraft(place, Object.keys(next).length > 0 ? next : undefined)
    setChanges(next)
  }
  const save = useMutation({
    mutationFn: async (wanted: TextChanges) => {
      const record = await client.fetchQuery({ ...transcriptionQuery(id), staleTime: 0 })
      if (findConflicts(record.payload.phrases, wanted).length > 0) return undefined
      return api.transcriptions.correct(id, {
        phrases: applyChanges(record.payload.phrases, wanted),
        base_updated_at: record.updated_at,
      })
    },
    retry: (count, error) => count < 3 && isConflict(error),
    onSuccess: (record) => {
      setClashShown(record === undefined)
      if (!record) return
      client.setQueryData(queryKey, record)
      keep({})
      setOpen(false)
      say('Saved.')
    },
    meta: { showsErrors: true },
  })
  return {
    changes,
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    change: (phrase: Phrase, text: string) => keep(withChange(changes, phrase, text)),
    /** Corrections that the server did not take are edited further as text. */
    rescue: (before: readonly Phrase[], after: readonly Phrase[]) => {
      keep(changesBetween(before, after, readDraft<TextChanges>(place) ?? {}))
      setOpen(true)
    },
    discard: () => {
      keep({})
      setOpen(false)
    },
    save: () => save.mutate(changes),
    isSaving: save.isPending,
    error: save.error,
    conflicts: isClashShown ? findConflicts(phrases, changes) : [],
    /** My texts replace theirs, or are dropped. */
    settle: (isMine: boolean) => {
      const open = findConflicts(phrases, changes)
      const left = { ...changes }
      for (const { key, mine, theirs } of open) {
        if (isMine) left[key] = { base: theirs, text: mine }
        else delete left[key]
      }
      keep(left)
      setClashShown(false)
      if (isMine) save.mutate(left)
    },
    leaveClash: () => setClashShown(false),
  }
}

export type TextDraft = ReturnType<typeof useTextDraft>
