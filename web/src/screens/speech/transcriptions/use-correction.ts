import type { Transcription } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { transcriptionQuery } from '../queries.ts'
import { correctPhrase, correctWord, type Phrase } from './correct-word.ts'
import type { WordPosition } from './word-positions.ts'

/** Corrects a word optimistically, then on the server, one correction after another. */
export function useCorrection({ id }: Transcription) {
  const queryClient = useQueryClient()
  const { queryKey } = transcriptionQuery(id)
  const send = useMutation({
    scope: { id: `correct-${id}` },
    mutationFn: (phrases: Phrase[]) => api.transcriptions.correct(id, { phrases }),
    onError: () => queryClient.invalidateQueries({ queryKey }),
    onSuccess: (record, sent) => {
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
    queryClient.setQueryData(queryKey, { ...record, payload: { ...record.payload, phrases: next } })
    send.mutate(next)
  }
}
