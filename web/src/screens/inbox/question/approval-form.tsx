import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useKeys } from '../../../app/use-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import type { FormProps } from './form-props.ts'
import styles from './question.module.css'

/** Approve or reject, by button or shortcut, with an optional comment. */
export function ApprovalForm({ hasKeys, isPending, onAnswer }: FormProps) {
  const [comment, setComment] = useState('')
  const approve = () => !isPending && onAnswer('approved', comment)
  const reject = () => !isPending && onAnswer('rejected', comment)
  useKeys(hasKeys ? { a: approve, x: reject } : {})
  return (
    <>
      <Field label="Comment (optional)" value={comment} onChange={setComment} maxLength={10_000} />
      <div className={styles.buttons}>
        <Button kind="first" isDisabled={isPending} onPress={approve}>
          <Check /> Approve {hasKeys && <kbd aria-hidden>a</kbd>}
        </Button>
        <Button kind="danger" isDisabled={isPending} onPress={reject}>
          <X /> Reject {hasKeys && <kbd aria-hidden>x</kbd>}
        </Button>
      </div>
    </>
  )
}
