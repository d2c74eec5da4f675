import { AtelierError } from '@atelier/sdk'
import { Link } from '@tanstack/react-router'
import { writeMessage } from '../../app/query-client.ts'
import styles from './frame.module.css'
import { Frame } from './frame.tsx'

/** An expired one-time link, and how to get another. */
export function DeadLink({ error }: { error: unknown }) {
  const isOver = error instanceof AtelierError && error.code === 'sign_in_link_invalid'
  if (!isOver) {
    return (
      <Frame title="This could not be loaded">
        <p role="alert">{writeMessage(error)}</p>
      </Frame>
    )
  }
  return (
    <Frame title="This link no longer works">
      <p role="alert">It was already used, or it has expired.</p>
      <AnotherLink />
    </Frame>
  )
}

export function AnotherLink() {
  return (
    <p className={styles.note}>
      <Link to={'/forgotten' as string}>Get another link</Link>, or{' '}
      <Link to={'/sign-in' as string}>sign in</Link>.
    </p>
  )
}
