import type { Question } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserRoundPlus } from 'lucide-react'
import { api } from '../../../app/api.ts'
import { Refusal } from '../../../app/refusal.tsx'
import { Button } from '../../../ui/button.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { say } from '../../../ui/toasts.tsx'

/** Passes the question on to another member. */
export function DelegateButton({ question }: { question: Question }) {
  const queryClient = useQueryClient()
  const { data: members } = useQuery({
    queryKey: ['members', 'choices'],
    queryFn: ({ signal }) => api.members.listChoices({}, { signal }),
  })
  const delegate = useMutation({
    mutationFn: (user_id: number) => api.questions.delegate(question.id, { user_id }),
    onSuccess: () => {
      say('Delegated')
      return queryClient.invalidateQueries({ queryKey: ['questions'] })
    },
    meta: { showsErrors: true },
  })
  const asked = new Set(question.people.map(({ user_id }) => user_id))
  const others = members?.options.filter(({ value }) => !asked.has(value)) ?? []
  if (others.length === 0) return null
  return (
    <div>
      <Picker
        trigger={
          <Button kind="quiet" size="small" isDisabled={delegate.isPending}>
            <UserRoundPlus /> Delegate
          </Button>
        }
        label="Find a person"
        options={others.map(({ value, label }) => ({ id: value, label }))}
        onChoose={(id) => delegate.mutate(id)}
      />
      <Refusal error={delegate.error} />
    </div>
  )
}
