import { isNotFound, type Question } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { Markdown } from '../../app/markdown.tsx'
import { questionQuery } from '../../app/queries.ts'
import { writeMessage } from '../../app/query-client.ts'
import { Refusal } from '../../app/refusal.tsx'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import styles from './ask-panel.module.css'

interface Props {
  workflowId: string
  runId: string
  path: string
  questionId: string
}

/** A run's question, answered in place. */
export function AskPanel(props: Props) {
  const question = useQuery(questionQuery(props.questionId))
  if (question.isPending) return <Panel>{<Skeleton height={72} />}</Panel>
  if (question.isError) {
    return (
      <Panel>
        <p className={styles.note}>
          {isNotFound(question.error)
            ? 'This question is for someone else. The run continues when they answer.'
            : writeMessage(question.error)}
        </p>
      </Panel>
    )
  }
  return (
    <Panel>
      <Answering {...props} question={question.data} />
    </Panel>
  )
}

function Panel({ children }: { children: React.ReactNode }) {
  return (
    <section className={styles.panel} aria-label="Question from the run">
      {children}
    </section>
  )
}

function Answering({ workflowId, runId, path, question }: Props & { question: Question }) {
  const queryClient = useQueryClient()
  const mayRun = useMay('workflows:run')
  const [comment, setComment] = useState('')
  const [text, setText] = useState('')
  const isPlain = ['text', 'choice', 'approval'].includes(question.kind) && !question.quorum
  const { id, kind, title, message, body, options, expires_at, status } = question
  const answer = useMutation({
    mutationFn: async (value: string) => {
      const more = comment.trim() === '' ? {} : { comment: comment.trim() }
      if (kind !== 'approval') return void (await api.questions.answer(id, { value, ...more }))
      await api.workflows.approveStep(workflowId, runId, {
        task_reference_name: path,
        status: value as 'approved' | 'rejected',
        ...more,
      })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['questions', id] }),
    meta: { showsErrors: true },
  })
  const isBusy = answer.isPending || answer.isSuccess
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      {body ? <Markdown text={body} /> : <p className={styles.note}>{message}</p>}
      {status === 'open' && !isPlain ? (
        <p className={styles.note}>
          <a href={`/threads/${encodeURIComponent(question.thread_id)}`}>Answer in the inbox</a>
        </p>
      ) : status === 'open' && (kind !== 'approval' || mayRun) ? (
        <>
          {kind === 'text' ? (
            <Field label="Answer" rows={2} value={text} onChange={setText} />
          ) : (
            <Field label="Comment (optional)" value={comment} onChange={setComment} />
          )}
          <Refusal error={answer.error} />
          <div className={styles.buttons}>
            {listChoices(kind, options, text).map(({ value, label, isFirst }) => (
              <Button
                key={label}
                kind={isFirst ? 'first' : 'plain'}
                isDisabled={isBusy || value === ''}
                onPress={() => answer.mutate(value)}
              >
                {label}
              </Button>
            ))}
            {expires_at && (
              <small className={styles.note}>
                expires <When at={expires_at} />
              </small>
            )}
          </div>
        </>
      ) : (
        <p className={styles.note}>
          {status === 'answered' ? 'Answered. The run continues.' : `The question is ${status}.`}
        </p>
      )}
    </>
  )
}

interface AnswerOption {
  value: string
  label: string
  isFirst?: boolean
}

function listChoices(
  kind: Question['kind'],
  options: Question['options'],
  text: string,
): AnswerOption[] {
  if (kind === 'choice') return options
  if (kind === 'text') return [{ value: text.trim(), label: 'Answer', isFirst: true }]
  return [
    { value: 'approved', label: 'Approve', isFirst: true },
    { value: 'rejected', label: 'Reject' },
  ]
}
