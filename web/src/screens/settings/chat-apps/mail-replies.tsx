import { useSuspenseQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'
import { doorsQuery } from '../notifications/queries.ts'

/** Whether people can answer by replying to an email. The operator sets it up. */
export function MailReplies() {
  const { data } = useSuspenseQuery(doorsQuery)
  const isOn = data.doors.some(({ kind }) => kind === 'mail-reply')
  return (
    <Section title="Email">
      <Rows label="Email">
        <Row
          icon={<Mail size={18} aria-hidden />}
          title="Answer by replying"
          text={
            isOn
              ? 'Reply to the email of a question with your answer in the first line.'
              : 'To turn this on, the operator sets ATELIER_REPLY_ADDRESS. The link in each email always works.'
          }
        >
          <Badge tone={isOn ? 'good' : 'plain'}>{isOn ? 'on' : 'off'}</Badge>
        </Row>
      </Rows>
    </Section>
  )
}
