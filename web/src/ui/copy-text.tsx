import { CopyButton } from './copy-button.tsx'
import styles from './copy-text.module.css'

/** A text to copy, such as a key that is shown only once. */
export function CopyText({ text }: { text: string }) {
  return (
    <div className={styles.box}>
      <code>{text}</code>
      <CopyButton text={text}>Copy</CopyButton>
    </div>
  )
}
