import { CopyButton } from './copy-button.tsx'
import styles from './copy-text.module.css'

/** Something to take along, such as a key that is shown once. */
export function CopyText({ text }: { text: string }) {
  return (
    <div className={styles.box}>
      <code>{text}</code>
      <CopyButton text={text}>Copy</CopyButton>
    </div>
  )
}
