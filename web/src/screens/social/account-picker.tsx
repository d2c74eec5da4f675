import type { SocialAccount } from '@atelier/sdk'
import { TickBox } from '../../ui/tick-box.tsx'
import styles from './composer.module.css'
import { NetworkIcon } from './network-icon.tsx'

interface Props {
  accounts: SocialAccount[]
  value: number[]
  onChange: (ids: number[]) => void
}

/** Selects the accounts; each gets its own post. */
export function AccountPicker({ accounts, value, onChange }: Props) {
  const toggle = (id: number, isChosen: boolean) =>
    onChange(isChosen ? [...value, id] : value.filter((one) => one !== id))
  return (
    <fieldset className={styles.accounts}>
      <legend>Accounts</legend>
      {accounts.map(({ id, name, network, handle, is_active }) => (
        <TickBox
          key={id}
          isSelected={value.includes(id)}
          onChange={(isChosen) => toggle(id, isChosen)}
        >
          <span className={styles.account}>
            <NetworkIcon network={network} />
            {name}
            {handle && handle !== name && <small>{handle}</small>}
            {!is_active && <small>disabled: drafts only</small>}
          </span>
        </TickBox>
      ))}
    </fieldset>
  )
}
