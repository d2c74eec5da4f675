import type { Door, LinkCode } from '@atelier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { Refusal } from '../../../app/refusal.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'
import { When } from '../../../ui/when.tsx'
import styles from './notification-settings.module.css'
import { doorsQuery } from './queries.ts'

/** The chat apps in which the person can answer questions, and how to link them. */
export function DoorSettings({ showsEmpty = false }: { showsEmpty?: boolean }) {
  const queryClient = useQueryClient()
  const [linking, setLinking] = useState<string>()
  const { data } = useQuery({
    ...doorsQuery,
    // Linking happens in the other app.
    refetchInterval: linking === undefined ? false : 3000,
  })
  const link = useMutation({
    mutationFn: (connection_id: string) => api.doors.createLinkCode({ connection_id }),
    onSuccess: (_code, connection_id) => setLinking(connection_id),
    meta: { showsErrors: true },
  })
  const unlink = useMutation({
    mutationFn: (id: string) => api.doors.unlink(id),
    onSettled: () => queryClient.invalidateQueries(doorsQuery),
    meta: { showsErrors: true },
  })
  if (!data) return null
  const apps = data.doors.filter(({ connection_id }) => connection_id !== null)
  if (apps.length === 0 && !showsEmpty) return null
  const isWaiting = apps.some((door) => door.connection_id === linking && !door.is_linked)
  if (linking !== undefined && !isWaiting) setLinking(undefined)
  return (
    <Section
      title="Your accounts"
      text={
        apps.length > 0
          ? 'Link your account to get questions in a chat app and answer them there.'
          : 'Once an administrator connects a chat app, you can link your account here.'
      }
    >
      {apps.length > 0 && (
        <Rows label="Your accounts">
          {apps.map((door) => (
            <Row
              key={door.connection_id}
              icon={<MessagesSquare size={18} aria-hidden />}
              title={door.name}
              text={door.is_linked ? `Linked as ${door.account_name}` : appNames[door.kind]}
            >
              <Badge tone={door.is_linked ? 'good' : 'plain'}>
                {door.is_linked ? 'linked' : 'not linked'}
              </Badge>
              {door.is_linked ? (
                <Button
                  size="small"
                  isPending={unlink.isPending && unlink.variables === door.connection_id}
                  onPress={() => unlink.mutate(door.connection_id as string)}
                >
                  Unlink
                </Button>
              ) : (
                <Button
                  size="small"
                  isPending={link.isPending && link.variables === door.connection_id}
                  onPress={() => link.mutate(door.connection_id as string)}
                >
                  Link account
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      )}
      <div role="status">{link.data && isWaiting && <Instructions code={link.data} />}</div>
      <Refusal error={link.error ?? unlink.error} />
    </Section>
  )
}

const appNames: Partial<Record<Door['kind'], string>> = {
  slack: 'Slack',
  telegram: 'Telegram',
  discord: 'Discord',
}

function Instructions({ code: { code, instructions, url, expires_at } }: { code: LinkCode }) {
  return (
    <div className={styles.code}>
      <p>
        {instructions}
        {url && (
          <>
            {' '}
            Or{' '}
            <a href={url} target="_blank" rel="noreferrer">
              open the chat
            </a>
            .
          </>
        )}
      </p>
      <CopyText text={code} />
      <small>
        The code works once and expires <When at={expires_at} />. This page shows when your account
        is linked.
      </small>
    </div>
  )
}
