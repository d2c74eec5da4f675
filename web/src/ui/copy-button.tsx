import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { complain } from './toasts.tsx'

/** Copies a text to the clipboard and confirms it in the button. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 2000)
    } catch {
      complain('Your browser blocked access to the clipboard.')
    }
  }
  return (
    <Button size="small" onPress={copy}>
      {isCopied ? <Check /> : <Copy />}
      {isCopied ? 'Copied' : children}
    </Button>
  )
}
