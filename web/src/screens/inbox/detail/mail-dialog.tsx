import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Refusal } from '../../../app/refusal.tsx'
import { useMe } from '../../../app/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { mailQuery } from '../queries.ts'
import styles from './mail-dialog.module.css'

/** The email as sent, in a fully sandboxed frame. */
export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: mail, error } = useQuery(mailQuery(id))
  const { workspace_id } = useMe()
  const [isText, setText] = useState(false)
  return (
    <Dialog title="Email as sent" kind="wide" isOpen onClose={onClose}>
      {!mail && !error && <SkeletonRows count={4} height={20} />}
      {!mail && <Refusal error={error} />}
      {mail && (
        <div className={styles.mail}>
          <Facts>
            <Fact name="From">{mail.from}</Fact>
            <Fact name="To">{mail.to}</Fact>
            <Fact name="Subject">{mail.subject}</Fact>
          </Facts>
          {mail.status === 'captured' && (
            <p className={styles.note}>
              No mail server is configured, so this email was stored and not sent.
            </p>
          )}
          {isText ? (
            <pre className={styles.text}>{mail.text}</pre>
          ) : (
            <iframe
              className={styles.frame}
              title={`Email: ${mail.subject}`}
              // Frames cannot send headers, so the URL names the email's workspace.
              src={`/api/v1/mails/${id}/page?organization=${workspace_id}`}
              sandbox=""
              referrerPolicy="no-referrer"
            />
          )}
          <Button kind="quiet" size="small" onPress={() => setText(!isText)}>
            {isText ? 'Show formatted version' : 'Show plain text'}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
