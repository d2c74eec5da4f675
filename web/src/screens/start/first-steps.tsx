import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { api } from '../../app/api.ts'
import { useMe } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { PlaceLink } from '../../ui/place-link.tsx'
import styles from './start.module.css'
import { type Step, stepQuery, steps } from './steps.ts'

/** The first steps that the person may do, with those that are done ticked. */
export function FirstSteps() {
  const { permissions } = useMe()
  const allowed = steps.filter(({ permission }) => permissions.includes(permission))
  const states = useQueries({ queries: allowed.map(stepQuery) })
  const done = states.filter(({ data }) => data).length
  return (
    <section aria-label="First steps">
      <p role="status" className={styles.progress}>
        {done === allowed.length ? 'All steps done.' : `${done} of ${allowed.length} steps done`}
      </p>
      <ol className={styles.steps}>
        {allowed.map((step, at) => (
          <StepRow key={step.id} step={step} isDone={states[at]?.data ?? false} />
        ))}
      </ol>
    </section>
  )
}

function StepRow({ step, isDone }: { step: Step; isDone: boolean }) {
  const { title, text, action } = step
  return (
    <li className={`${styles.step} ${isDone ? styles.done : ''}`}>
      {isDone ? <CircleCheck size={20} aria-hidden /> : <CircleDashed size={20} aria-hidden />}
      <div>
        <h2>
          {title}
          {isDone && <span className="unseen"> (done)</span>}
        </h2>
        <p>{text}</p>
      </div>
      {'to' in action ? (
        <PlaceLink to={action.to} label={action.label} />
      ) : (
        <AskButton label={action.label} />
      )}
    </li>
  )
}

function AskButton({ label }: { label: string }) {
  const { user, workspace_id } = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  const ask = useMutation({
    mutationFn: () =>
      api.notifications.send({
        userId: user.id,
        workspaceId: workspace_id,
        title: 'May I publish the launch post?',
        message: 'This is how an agent asks for your approval. Answer it either way.',
        category: 'agentNeedsInput',
        question: { kind: 'approval' },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['firstSteps', 'question'] })
      void navigate({ to: '/inbox' as string })
    },
  })
  return (
    <Button isPending={ask.isPending} onPress={() => ask.mutate()}>
      {label}
    </Button>
  )
}
