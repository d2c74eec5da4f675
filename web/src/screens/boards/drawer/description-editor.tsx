import { TextArea, TextField } from 'react-aria-components'
import styles from './description-field.module.css'

interface Props {
  text: string
  /** Another person has saved a different version since editing began. */
  isOutdated: boolean
  onChange: (text: string) => void
  onSave: () => void
  onCancel: () => void
}

export function DescriptionEditor({ text, isOutdated, onChange, onSave, onCancel }: Props) {
  return (
    <>
      <TextField
        aria-label="Description"
        value={text}
        onChange={onChange}
        autoFocus
        maxLength={50_000}
        onBlur={onSave}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel()
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
          else event.continuePropagation()
        }}
      >
        <TextArea
          rows={6}
          className={styles.editor}
          placeholder="Supports Markdown. Saves when you leave the field."
        />
      </TextField>
      <p role="status" className={styles.outdated}>
        {isOutdated && 'Someone else changed it. When you save, choose which version to keep.'}
      </p>
    </>
  )
}
