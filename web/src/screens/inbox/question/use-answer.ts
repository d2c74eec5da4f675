import { isConflict } from '@atelier/sdk'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { say } from '../../../ui/toasts.tsx'
import type { AnswerValue } from './any-question.ts'

const said: Record<string, string> = { approved: 'Approved', rejected: 'Rejected' }

const buildKey = (questionId: string) => ['answer', questionId]

/** Answers a question. If someone else already answered, their answer is fetched and shown. */
export function useAnswer(questionId: string) {
  const queryClient = useQueryClient()
  const readAnew = () =>
    Promise.all(
      ['questions', 'notifications', 'threads'].map((noun) =>
        queryClient.invalidateQueries({ queryKey: [noun] }),
      ),
    )
  return useMutation({
    mutationKey: buildKey(questionId),
    mutationFn: ({ value, comment }: { value: AnswerValue; comment: string }) =>
      api.questions.answer(questionId, { value, ...(comment.trim() && { comment }) }),
    onSuccess: ({ kind }, { value }) => {
      say(kind === 'approval' ? (said[String(value)] ?? 'Answered') : 'Answer sent to the agent')
      return readAnew()
    },
    // The error shows at once, however long the reads take.
    onError: (error) => {
      if (isConflict(error)) void readAnew()
    },
    meta: { showsErrors: true },
  })
}

/** Whether someone else answered first. Still known if another view is shown by then. */
export function useCameTooLate(questionId: string): boolean {
  const errors = useMutationState({
    filters: { mutationKey: buildKey(questionId), status: 'error' },
    select: ({ state }) => state.error,
  })
  return errors.some(isConflict)
}
