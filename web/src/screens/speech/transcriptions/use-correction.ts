import { isConflict, type Transcription } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../../app/api.ts'
import { transcriptionQuery } from '../queries.ts'
import { correctPhrase, correctWord, type Phrase } from './correct-word.ts'
import { applyChanges, changesBetween, findConflicts } from './text/text-changes.ts'
import type { WordPosition } from './word-positions.ts'

interface Correction {
  before: Phrase[]
  phrases: Phrase[]
  /** When the record last changed, as far as this page knew. */
  base: string
}

/** Corrects a word optimistically, then on the server, one correction after another. */
export function useCorrection(
  { id }: Transcription,
  onFailed: (before: Phrase[], after: Phrase[]) => void,
) {
  const queryClient = useQueryClient()
  const { queryKey } = transcriptionQuery(id)
  /** When our own corrections were stored; the next one is based on them. */
  const sentAt = useRef(new WeakMap<Phrase[], string>()).current
  const send = useMutation({
    scope: { id: `correct-${id}` },
    mutationFn: async (correction: Correction) => {
      const { before, phrases, base } = correction
      const base_updated_at = sentAt.get(before) ?? base
      try {
        const record = await api.transcriptions.correct(id, { phrases, base_updated_at })
        sentAt.set(phrases, record.updated_at)
        return record
      } catch (error) {
        if (!isConflict(error)) throw error
        return mergeCorrection(id, correction, error)
      }
    },
    onError: (_, { before, phrases }) => {
      onFailed(before, phrases)
      // Offline, this one cannot be read again either.
      queryClient.setQueryData(queryKey, (now) => now && withPhrases(now, before))
      return queryClient.invalidateQueries({ queryKey })
    },
    onSuccess: (record, { phrases: sent }) => {
      const now = queryClient.getQueryData(queryKey)
      // Keeps later corrections that are still being sent.
      if (now?.payload.phrases === sent) queryClient.setQueryData(queryKey, record)
    },
  })
  return (place: WordPosition | undefined, text: string) => {
    const record = queryClient.getQueryData(queryKey)
    if (!record || !place) return
    const { phrases } = record.payload
    const next =
      place.wordAt === undefined
        ? correctPhrase(phrases, place.phraseAt, text)
        : correctWord(phrases, place.phraseAt, place.wordAt, text)
    // The cache keeps a copy, by which the correction is recognised later.
    const shown = queryClient.setQueryData(queryKey, withPhrases(record, next))
    send.mutate({
      before: phrases,
      phrases: shown?.payload.phrases ?? next,
      base: record.updated_at,
    })
  }
}

/** Someone else changed the record: repeats the correction on theirs, unless both changed a phrase. */
async function mergeCorrection(
  id: string,
  { before, phrases }: Correction,
  conflict: Error,
): Promise<Transcription> {
  const { payload, updated_at } = await api.transcriptions.get(id)
  const changes = changesBetween(before, phrases)
  if (findConflicts(payload.phrases, changes).length > 0) throw conflict
  return api.transcriptions.correct(id, {
    phrases: applyChanges(payload.phrases, changes),
    base_updated_at: updated_at,
  })
}

function withPhrases(record: Transcription, phrases: Phrase[]): Transcription {
  return { ...record, payload: { ...record.payload, phrases } }
}
