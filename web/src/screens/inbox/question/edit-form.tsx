import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { questionQuery } from '../../../app/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextDiff } from '../../../ui/text-diff.tsx'
import type { FormProps } from './form-props.ts'
import styles from './question.module.css'

/** Loads the draft: notifications leave it out because it may be long. */
export function EditForm(props: FormProps) {
  const { data } = useQuery(questionQuery(props.question.id))
  if (!data) return <Skeleton height={160} />
  return <Editor {...props} draft={data.draft ?? ''} />
}

/** The draft in an editor, the changes below it, and the decision. */
function Editor({ draft, isPending, onAnswer }: FormProps & { draft: string }) {
  const [text, setText] = useState(draft)
  const [comment, setComment] = useState('')
  const isChanged = text !== draft
  const answer = (decision: 'approved' | 'rejected') => onAnswer({ decision, text }, comment)
  return (
    <>
      <Field label="Text" rows={12} value={text} onChange={setText} maxLength={100_000} />
      {isChanged && (
        <section aria-label="Your changes" className={styles.changes}>
          <div className={styles.changesTitle}>
            <span className={styles.label}>Your changes</span>
            <Button kind="quiet" size="small" onPress={() => setText(draft)}>
              Undo changes
            </Button>
          </div>
          <TextDiff before={draft} after={text} />
        </section>
      )}
      <Field label="Comment (optional)" value={comment} onChange={setComment} maxLength={10_000} />
      <div className={styles.buttons}>
        <Button kind="first" isDisabled={isPending} onPress={() => answer('approved')}>
          <Check /> {isChanged ? 'Approve with changes' : 'Approve'}
        </Button>
        <Button kind="danger" isDisabled={isPending} onPress={() => answer('rejected')}>
          <X /> Reject
        </Button>
      </div>
    </>
  )
}
