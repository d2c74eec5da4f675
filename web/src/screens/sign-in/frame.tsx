import { type ReactNode, useEffect } from 'react'
import { Form } from 'react-aria-components'
import { Refusal } from '../../app/refusal.tsx'
import { Button } from '../../ui/button.tsx'
import { submit } from '../../ui/submit.ts'
import styles from './frame.module.css'

/** The frame for signed-out pages: a logo, a title and one task. */
export function Frame({
  title,
  text,
  children,
}: {
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Atelier`
  }, [title])
  return (
    <main className={styles.frame}>
      <div className={styles.card}>
        <img src="/atelier.svg" alt="Atelier" width={40} height={40} />
        <div className={styles.head}>
          <h1>{title}</h1>
          {text && <p>{text}</p>}
        </div>
        {children}
      </div>
    </main>
  )
}

interface FormProps {
  action: string
  /** The request that the form sends. */
  send: { error: unknown; isPending: boolean }
  onSubmit: () => void
  children: ReactNode
}

/** The one form of a signed-out page. */
export function FrameForm({ action, send, onSubmit, children }: FormProps) {
  return (
    <Form className={styles.form} onSubmit={submit(onSubmit)}>
      {children}
      <Refusal error={send.error} />
      <Button type="submit" kind="first" isDisabled={send.isPending}>
        {send.isPending ? 'One moment …' : action}
      </Button>
    </Form>
  )
}
