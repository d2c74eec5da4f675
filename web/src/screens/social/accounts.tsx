import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Plug, Plus } from 'lucide-react'
import { accountsQuery } from '../../app/queries.ts'
import { useSearchParams } from '../../app/search-params.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { AccountCard } from './account-card.tsx'
import styles from './accounts.module.css'
import { slotsQuery } from './queries.ts'

/** The accounts, each with its status and queue times. */
export function Accounts() {
  const [, change] = useSearchParams()
  const mayConnect = useMay('social-accounts:write')
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const slots = useQuery(slotsQuery).data ?? []
  const connect = mayConnect && (
    <Button onPress={() => change({ connect: 'mastodon' })}>
      <Plus /> Connect an account
    </Button>
  )
  if (accounts.length === 0) {
    return (
      <Empty icon={<Plug size={22} />} title="No accounts yet" action={connect}>
        Posts are published to Mastodon, Bluesky or your own webhook.
        {!mayConnect && ' An administrator can connect an account.'}
      </Empty>
    )
  }
  return (
    <div className={styles.accounts}>
      {accounts.map((account) => (
        <AccountCard
          key={account.id}
          account={account}
          slots={slots.filter(({ account_id }) => account_id === account.id)}
        />
      ))}
      {connect && <div className={styles.connect}>{connect}</div>}
    </div>
  )
}
