import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import styles from './more-options.module.css'

interface Props {
  label?: string
  /** The heading level, to keep the heading order correct. */
  level?: number
  /** Set if a field inside already has a value. */
  isOpenAtFirst?: boolean
  /** Set if a field inside has an error that must be visible. */
  isForcedOpen?: boolean
  children: ReactNode
}

/** Rarely used options, collapsed. */
export function MoreOptions({
  label = 'More options',
  level = 3,
  isOpenAtFirst = false,
  isForcedOpen = false,
  children,
}: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <Disclosure
      className={styles.more}
      isExpanded={isOpen || isForcedOpen}
      onExpandedChange={setOpen}
    >
      <Heading level={level}>
        <Button slot="trigger" className={styles.button}>
          <ChevronRight size={14} aria-hidden /> {label}
        </Button>
      </Heading>
      <DisclosurePanel>
        <div className={styles.inside}>{children}</div>
      </DisclosurePanel>
    </Disclosure>
  )
}
