import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import styles from './copy-text.module.css'

/** Something to take along, such as a key that is shown once. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <div className={styles.box}>
      <code>{text}</code>
      <Button size="small" onPress={copy} aria-label={`Copy ${label}`}>
        {isCopied ? <Check /> : <Copy />}
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}
