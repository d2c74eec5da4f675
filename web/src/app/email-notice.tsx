import { useMutation } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { say } from '../ui/toasts.tsx'
import { api } from './api.ts'
import styles from './email-notice.module.css'
import { useMe } from './session.ts'

/** Tells a person that they get no email until they verify their address. */
export function EmailNotice() {
  const { user } = useMe()
  const send = useMutation({
    mutationFn: () => api.auth.requestEmailVerification(),
    onSuccess: ({ is_mail_configured }) =>
      say(
        is_mail_configured
          ? `We sent a link to ${user.email}.`
          : 'This server does not send email. Ask its operator to verify your address.',
      ),
  })
  if (user.is_email_verified) return null
  return (
    <div role="status" className={styles.bar}>
      <MailWarning size={15} aria-hidden />
      <span className={styles.text}>
        Your email address {user.email} is not verified. You get no email until you follow the link
        that we sent to it.
      </span>
      <Button size="small" isPending={send.isPending} onPress={() => send.mutate()}>
        Send the link again
      </Button>
    </div>
  )
}
