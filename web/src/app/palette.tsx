import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components'
import styles from './palette.module.css'
import { findEverywhere } from './palette-search.ts'
import type { Screen } from './screens.ts'

interface Props {
  screens: Screen[]
  isOpen: boolean
  onClose: () => void
}

/** Ctrl-K: every screen and everything in the workspace, by a few letters. */
export function Palette({ screens, isOpen, onClose }: Props) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className={styles.overlay}
    >
      <Modal className={styles.modal}>
        <Dialog aria-label="Search" className={styles.dialog}>
          <Finder screens={screens} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Finder({ screens, onClose }: Pick<Props, 'screens' | 'onClose'>) {
  const [text, setText] = useState('')
  const term = useDeferredValue(text.trim())
  const navigate = useNavigate()
  const { contains } = useFilter({ sensitivity: 'base' })
  const found = useQuery({
    queryKey: ['palette', term],
    queryFn: ({ signal }) => findEverywhere(term, signal),
    enabled: term.length > 1,
    placeholderData: (before) => before,
  })
  const places = screens
    .filter(({ title }) => contains(title, term))
    .map(({ title, path, icon }) => ({ title, href: `/${path}`, icon, note: '' }))
  const groups = [
    { name: 'Screens', items: places },
    ...(term.length > 1 ? (found.data ?? []) : []),
  ]
  const open = (href: string) => {
    onClose()
    void navigate({ to: href })
  }
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Search" autoFocus className={styles.field}>
        <Search size={17} aria-hidden />
        <Input placeholder="Go to a screen, find a task, a project, a run …" />
      </SearchField>
      <Menu
        aria-label="Results"
        className={styles.list}
        renderEmptyState={() => (
          <p className={styles.none}>{found.isFetching ? 'Looking …' : `Nothing for “${term}”.`}</p>
        )}
        onAction={(key) => open(String(key))}
      >
        {groups
          .filter(({ items }) => items.length > 0)
          .map(({ name, items }) => (
            <MenuSection key={name}>
              <Header className={styles.header}>{name}</Header>
              {items.map(({ title, href, icon: Icon, note }) => (
                <MenuItem key={href} id={href} textValue={title} className={styles.item}>
                  <Icon size={16} aria-hidden />
                  <span className={styles.title}>{title}</span>
                  {note && <small>{note}</small>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
      </Menu>
    </Autocomplete>
  )
}
