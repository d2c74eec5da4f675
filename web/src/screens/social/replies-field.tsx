import { MessageSquarePlus, X } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './composer.module.css'

interface Props {
  replies: string[]
  onChange: (replies: string[]) => void
  /** The error for the reply at an index. */
  errorOf: (index: number) => string | undefined
}

const most = 10

/** Replies published one after another below the post: a thread. */
export function RepliesField({ replies, onChange, errorOf }: Props) {
  return (
    <fieldset className={styles.media}>
      <legend>Replies</legend>
      {replies.map((reply, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reply is known by nothing but its place
        <div key={index} className={styles.reply}>
          <Field
            label={`Reply ${index + 1}`}
            rows={2}
            maxLength={5000}
            autoFocus={reply === ''}
            value={reply}
            onChange={(text) => onChange(replies.with(index, text))}
            error={errorOf(index)}
          />
          <IconButton
            label={`Remove reply ${index + 1}`}
            onPress={() => onChange(replies.toSpliced(index, 1))}
            size="usual"
          >
            <X />
          </IconButton>
        </div>
      ))}
      {replies.length < most && (
        <Button size="small" onPress={() => onChange([...replies, ''])}>
          <MessageSquarePlus /> Add a reply
        </Button>
      )}
    </fieldset>
  )
}
