import type { QueueSlot, SocialAccount } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Power, RefreshCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Menu, MenuAction } from '../../ui/menu.tsx'
import { say } from '../../ui/toasts.tsx'
import { When } from '../../ui/when.tsx'
import styles from './accounts.module.css'
import { NetworkIcon } from './network-icon.tsx'
import { QueueSlots } from './queue-slots.tsx'

/** An account: its profile, whether it works, and its queue times. */
export function AccountCard({ account, slots }: { account: SocialAccount; slots: QueueSlot[] }) {
  const queryClient = useQueryClient()
  const mayConnect = useMay('social-accounts:write')
  const [isAsking, setAsking] = useState(false)
  const { id, name, network, is_active, handle, url, verified_at, last_error } = account
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['social'] })
  const verify = useMutation({
    mutationFn: () => api.social.verifyAccount(id),
    onSuccess: () => say(`${name} answers.`),
    onSettled: refresh,
  })
  const change = useMutation({
    mutationFn: () => api.social.updateAccount(id, { is_active: !is_active }),
    onSettled: refresh,
  })
  const disconnect = useMutation({
    mutationFn: () => api.social.disconnectAccount(id),
    onSuccess: () => setAsking(false),
    onSettled: refresh,
  })
  return (
    <article className={styles.account} aria-label={name}>
      <header className={styles.head}>
        <NetworkIcon network={network} size={18} />
        <h2 className={styles.name}>{name}</h2>
        {handle && handle !== name && (
          <span className={styles.soft}>{url ? <a href={url}>{handle}</a> : handle}</span>
        )}
        {!is_active && <Badge>Switched off</Badge>}
        {last_error && <Badge tone="bad">Does not work</Badge>}
        {is_active && !last_error && verified_at && <Badge tone="good">Works</Badge>}
        {is_active && !last_error && !verified_at && <Badge>Not asked yet</Badge>}
        {mayConnect && (
          <span className={styles.actions}>
            <Menu
              label={`More about ${name}`}
              trigger={
                <Button kind="quiet" size="small" isIcon aria-label={`More about ${name}`}>
                  <Ellipsis />
                </Button>
              }
            >
              <MenuAction icon={<RefreshCw />} onAction={() => verify.mutate()}>
                Ask whether it works
              </MenuAction>
              <MenuAction icon={<Power />} onAction={() => change.mutate()}>
                {is_active ? 'Switch off' : 'Switch on'}
              </MenuAction>
              <MenuAction icon={<Unplug />} isDanger onAction={() => setAsking(true)}>
                Disconnect
              </MenuAction>
            </Menu>
          </span>
        )}
      </header>
      <p className={styles.soft}>
        {account.address_hint} · secret ends with {account.credential_hint} ·{' '}
        {account.max_characters} characters, {account.max_media} media
        {verified_at && (
          <>
            {' '}
            · answered <When at={verified_at} />
          </>
        )}
      </p>
      {last_error && <p className={styles.error}>{last_error}</p>}
      <QueueSlots account={account} slots={slots} />
      <Confirm
        title={`Disconnect ${name}?`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Disconnect"
        isDanger
        isPending={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
      >
        Its secrets are forgotten, and what was planned for it does not go out. What is out stays.
      </Confirm>
    </article>
  )
}
