import type { QueueSlot, SocialAccount } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Power, RefreshCw, Unplug } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/session.ts'
import { Badge } from '../../ui/badge.tsx'
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
    onSuccess: () => say(`${name} is working.`),
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
        {!is_active && <Badge>Disabled</Badge>}
        {last_error && <Badge tone="bad">Not working</Badge>}
        {is_active && !last_error && verified_at && <Badge tone="good">Connected</Badge>}
        {is_active && !last_error && !verified_at && <Badge>Not checked yet</Badge>}
        {mayConnect && (
          <span className={styles.actions}>
            <Menu label={`More actions for ${name}`}>
              <MenuAction icon={<RefreshCw />} onAction={() => verify.mutate()}>
                Check connection
              </MenuAction>
              <MenuAction icon={<Power />} onAction={() => change.mutate()}>
                {is_active ? 'Disable' : 'Enable'}
              </MenuAction>
              <MenuAction icon={<Unplug />} isDanger onAction={() => setAsking(true)}>
                Disconnect
              </MenuAction>
            </Menu>
          </span>
        )}
      </header>
      <p className={styles.soft}>
        {account.address_hint} · secret ends in {account.credential_hint} · up to{' '}
        {account.max_characters} characters and {account.max_media} media files
        {verified_at && (
          <>
            {' '}
            · checked <When at={verified_at} />
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
        Its credentials are deleted, and its scheduled posts will not be published. Published posts
        stay online.
      </Confirm>
    </article>
  )
}
