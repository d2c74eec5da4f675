import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import styles from './more-options.module.css'

interface Props {
  label?: string
  /** Of the heading, so that the order of headings stays right. */
  level?: number
  /** Something inside has been said already. */
  isOpenAtFirst?: boolean
  /** Something inside is wrong and has to be seen. */
  isForcedOpen?: boolean
  children: ReactNode
}

/** What few people need, folded away. */
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
