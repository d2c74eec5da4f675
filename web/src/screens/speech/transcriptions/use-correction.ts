import type { Transcription } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { transcriptionQuery } from '../queries.ts'
import { correctPhrase, correctWord, type Phrase } from './correct-word.ts'
import type { WordPosition } from './word-positions.ts'

interface Correction {
  before: Phrase[]
  phrases: Phrase[]
}

/** Corrects a word optimistically, then on the server, one correction after another. */
export function useCorrection(
  { id }: Transcription,
  onFailed: (before: Phrase[], after: Phrase[]) => void,
) {
  const queryClient = useQueryClient()
  const { queryKey } = transcriptionQuery(id)
  const send = useMutation({
    scope: { id: `correct-${id}` },
    mutationFn: ({ phrases }: Correction) => api.transcriptions.correct(id, { phrases }),
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
    queryClient.setQueryData(queryKey, withPhrases(record, next))
    send.mutate({ before: phrases, phrases: next })
  }
}

function withPhrases(record: Transcription, phrases: Phrase[]): Transcription {
  return { ...record, payload: { ...record.payload, phrases } }
}
