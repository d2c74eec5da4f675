import { AtelierError, type Question } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { Group } from 'react-aria-components'
import { questionQuery } from '../../../app/queries.ts'
import { Refusal } from '../../../app/refusal.tsx'
import { useMay, useMe } from '../../../app/session.ts'
import type { AnyQuestion } from './any-question.ts'
import { ApprovalForm } from './approval-form.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { Countdown } from './countdown.tsx'
import { DelegateButton } from './delegate-button.tsx'
import { EditForm } from './edit-form.tsx'
import { EndedQuestion } from './ended-question.tsx'
import { FieldsForm } from './fields-form.tsx'
import { MultiChoiceForm } from './multi-choice-form.tsx'
import styles from './question.module.css'
import { QuorumState } from './quorum-state.tsx'
import { RankForm } from './rank-form.tsx'
import { TextForm } from './text-form.tsx'
import { useAnswer, useCameTooLate } from './use-answer.ts'

interface Props {
  question: AnyQuestion
  /** Enables `a` and `x` to answer an approval. */
  hasKeys?: boolean
}

const forms = {
  approval: ApprovalForm,
  choice: ChoiceForm,
  text: TextForm,
  form: FieldsForm,
  edit: EditForm,
  rank: RankForm,
  multi_choice: MultiChoiceForm,
}

/** A question with its answer form, or its outcome. */
export function QuestionCard({ question, hasKeys = false }: Props) {
  const answer = useAnswer(question.id)
  const cameTooLate = useCameTooLate(question.id)
  const mayWrite = useMay('notifications:write')
  const mayDelegate = useMay('members:read') && mayWrite
  const me = useMe()
  // The people are only in the whole question.
  const { data: whole } = useQuery(questionQuery(question.id))
  const own = whole?.people.find(({ user_id }) => user_id === me.user.id)
  const hasVoted = Boolean(whole?.quorum && question.status === 'open' && !own?.can_answer)
  const mayAnswer = mayWrite && !hasVoted
  if (question.status !== 'open') {
    return <EndedQuestion question={whole ?? question} cameTooLate={cameTooLate} />
  }
  const mistakes = question.kind === 'form' ? readMistakes(answer.error) : noMistakes
  const Form = forms[question.kind as keyof typeof forms]
  return (
    <Group className={styles.card as string} aria-label="Question">
      {mayAnswer ? (
        <Form
          question={question}
          hasKeys={hasKeys}
          isPending={answer.isPending}
          mistakes={mistakes}
          onAnswer={(value, comment) => answer.mutate({ value, comment })}
        />
      ) : (
        <p className={styles.note}>{waitingWords(mayWrite, own?.answer != null)}</p>
      )}
      {mistakes.size === 0 && <Refusal error={answer.error} />}
      {whole && <QuorumState question={whole} />}
      {whole && <Consent question={whole} />}
      {whole && own?.can_answer && mayDelegate && <DelegateButton question={whole} />}
      {question.expires_at && (
        <p className={styles.note}>
          <Hourglass size={14} aria-hidden /> <Countdown until={question.expires_at} />
        </p>
      )}
    </Group>
  )
}

/** Who asks, and what the answer needs besides a click. */
function Consent({ question: { asked_by, proof } }: { question: Question }) {
  const owner = asked_by?.on_behalf_of
  const asker =
    owner && asked_by.type !== 'person' ? nameAsker(asked_by.type, asked_by.name, owner.name) : null
  if (asker === null && proof !== 'session') return null
  return (
    <p className={styles.note}>
      {asker}
      {proof === 'session' && ' Only an answer given here, signed in, counts.'}
    </p>
  )
}

function nameAsker(type: string, name: string, owner: string): string {
  return type === 'workflow'
    ? `Asked by the workflow ${name}, started by ${owner}.`
    : `Asked by ${name}, an agent of ${owner}.`
}

const noMistakes: ReadonlyMap<string, string> = new Map()

/** `value.budget` is about the field `budget`. */
function readMistakes(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof AtelierError)) return noMistakes
  const ofFields = error.errors.flatMap(({ path, message }) => {
    const name = path.split('.')[1]
    return name === undefined ? [] : [[name, `This ${message}.`] as const]
  })
  return new Map(ofFields)
}

function waitingWords(mayWrite: boolean, hasAnswered: boolean): string {
  if (hasAnswered) return 'You answered. Waiting for the others.'
  return mayWrite
    ? 'Waiting for the people who were asked.'
    : 'Waiting for an answer. You do not have permission to answer.'
}
