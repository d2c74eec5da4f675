import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Menu as AriaMenu,
  MenuItem,
  type MenuItemProps,
  MenuTrigger,
  Popover,
} from 'react-aria-components'
import { IconButton } from './button.tsx'
import styles from './menu.module.css'
import popover from './popover.module.css'

interface Props {
  /** The button that opens the menu. Defaults to three dots. */
  trigger?: ReactNode
  label: string
  children: ReactNode
  /** Omit it to let only the button open the menu. Set it to open the menu with a shortcut too. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** A menu of actions behind a button. */
export function Menu({ trigger, label, children, ...openness }: Props) {
  return (
    <MenuTrigger {...openness}>
      {trigger ?? (
        <IconButton label={label}>
          <Ellipsis />
        </IconButton>
      )}
      <Popover className={`${popover.popover} ${styles.popover}`} placement="bottom end">
        <AriaMenu aria-label={label} className={styles.menu}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

interface ItemProps extends MenuItemProps {
  icon?: ReactNode
  isDanger?: boolean
  children: string
}

export function MenuAction({ icon, isDanger = false, children, ...props }: ItemProps) {
  return (
    <MenuItem
      {...props}
      textValue={children}
      className={`${popover.option} ${styles.item} ${isDanger ? styles.danger : ''}`}
    >
      {icon}
      <span>{children}</span>
    </MenuItem>
  )
}
