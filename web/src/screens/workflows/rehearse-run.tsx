import type { Rehearsal, Workflow } from '@atelier/sdk'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { FormDialog } from '../../app/form-dialog.tsx'
import { useSearchParams } from '../../app/search-params.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { InputForm } from './input-form.tsx'
import styles from './rehearse-run.module.css'
import { useInputs } from './use-inputs.ts'

/** Runs the workflow without any effect, and lists the effects it would have. */
export function RehearseRun({ workflow }: { workflow: Workflow }) {
  const [, change] = useSearchParams()
  const inputs = useInputs(workflow)
  const rehearse = useMutation({
    mutationFn: (input: Record<string, unknown>) => api.workflows.rehearse(workflow.id, { input }),
    onError: inputs.refuse,
    meta: { showsErrors: true },
  })
  return (
    <FormDialog
      title={`Rehearse ${workflow.title}`}
      action={rehearse.data ? 'Rehearse again' : 'Rehearse'}
      kind="wide"
      send={{
        ...rehearse,
        mutate: () => inputs.submit(rehearse.mutate),
        error: !inputs.isRefused && rehearse.error,
      }}
      onClose={() => change({ start: undefined })}
      validation="aria"
    >
      <InputForm inputs={inputs} />
      {rehearse.data ? (
        <Effects rehearsal={rehearse.data} />
      ) : (
        <p className={styles.note}>
          A rehearsal uses your real data. It changes and sends nothing.
        </p>
      )}
    </FormDialog>
  )
}

const kinds: Record<Rehearsal['effects'][number]['kind'], { label: string; tone: Tone }> = {
  notification: { label: 'notification', tone: 'accent' },
  mail: { label: 'email', tone: 'accent' },
  chat: { label: 'chat', tone: 'accent' },
  http: { label: 'request', tone: 'warn' },
  write: { label: 'change', tone: 'plain' },
  task: { label: 'task', tone: 'plain' },
  post: { label: 'post', tone: 'warn' },
}

function Effects({ rehearsal }: { rehearsal: Rehearsal }) {
  const { status, effects, steps, output } = rehearsal
  const isComplete = status === 'COMPLETED'
  const failed = steps.find(({ error }) => error !== null)?.error
  const message = failed?.message ?? String((output.error as { message?: string })?.message ?? '')
  return (
    <section aria-label="Effects" className={styles.effects}>
      <p role="status">
        <Badge tone={isComplete ? 'good' : 'bad'}>{isComplete ? 'Completes' : 'Fails'}</Badge>{' '}
        {isComplete ? summarize(effects.length) : message}
      </p>
      <ol className={styles.list}>
        {effects.map(({ kind, summary }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: effects have no id and never move
          <li key={index}>
            <Badge tone={kinds[kind].tone}>{kinds[kind].label}</Badge>
            <span>{summary}</span>
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        Nothing was changed or sent. Questions were approved, or got their first option.
      </p>
    </section>
  )
}

function summarize(count: number): string {
  if (count === 0) return 'It would change nothing.'
  return count === 1 ? 'It would have one effect.' : `It would have ${count} effects.`
}
