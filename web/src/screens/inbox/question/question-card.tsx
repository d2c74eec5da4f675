import { isConflict } from '@atelier/sdk'
import { Hourglass } from 'lucide-react'
import { Group } from 'react-aria-components'
import { Refusal } from '../../../app/refusal.tsx'
import { useMay } from '../../../app/session.ts'
import { ApprovalForm } from './approval-form.tsx'
import type { Asked } from './asked.ts'
import { ChoiceForm } from './choice-form.tsx'
import { Countdown } from './countdown.tsx'
import { EndedQuestion } from './ended-question.tsx'
import styles from './question.module.css'
import { TextForm } from './text-form.tsx'
import { useAnswer } from './use-answer.ts'

interface Props {
  question: Asked
  /** Enables `a` and `x` to answer an approval. */
  hasKeys?: boolean
}

const forms = { approval: ApprovalForm, choice: ChoiceForm, text: TextForm }

/** A question with its answer form, or its outcome. */
export function QuestionCard({ question, hasKeys = false }: Props) {
  const answer = useAnswer(question.id)
  const mayAnswer = useMay('notifications:write')
  if (question.status !== 'open') {
    return <EndedQuestion question={question} cameTooLate={isConflict(answer.error)} />
  }
  const Form = forms[question.kind as keyof typeof forms]
  return (
    <Group className={styles.card as string} aria-label="Question">
      {mayAnswer ? (
        <Form
          question={question}
          hasKeys={hasKeys}
          isPending={answer.isPending}
          onAnswer={(value, comment) => answer.mutate({ value, comment })}
        />
      ) : (
        <p className={styles.note}>Waiting for an answer. You do not have permission to answer.</p>
      )}
      <Refusal error={answer.error} />
      {question.expires_at && (
        <p className={styles.note}>
          <Hourglass size={14} aria-hidden /> <Countdown until={question.expires_at} />
        </p>
      )}
    </Group>
  )
}
