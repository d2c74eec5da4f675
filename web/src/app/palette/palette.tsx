import { useParams, useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
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
} from 'react-aria-components'
import type { Screen } from '../screens.ts'
import { useMe } from '../session.ts'
import { useTheme } from '../theme.ts'
import { byFit, fit } from './fit.ts'
import styles from './palette.module.css'
import type { PaletteResult } from './palette-result.ts'
import { listPlaces } from './places.ts'
import { useFound } from './use-found.ts'

interface Props {
  screens: Screen[]
  isOpen: boolean
  onClose: () => void
}

/** Ctrl-K: finds every screen, everything in the workspace, and actions. */
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
  const [isEager, setEager] = useState(false)
  const letters = text.trim()
  const { history } = useRouter()
  const { board } = useParams({ strict: false }) as { board?: string }
  const go = (path: string) => history.push(path)
  const places = listPlaces({ me: useMe(), screens, theme: useTheme(), board, go })
  const { straight, groups, isLooking, isResolving } = useFound(letters)
  const shown = [
    { name: 'Go to', items: straight },
    ...places.map(({ name, items }) => ({
      name,
      items: byFit(
        items.filter(({ title, note = '' }) => fit(`${title} ${note}`, letters) !== undefined),
        letters,
      ),
    })),
    ...groups,
  ].filter(({ items }) => items.length > 0)
  const all = new Map(shown.flatMap(({ items }) => items.map((item) => [item.key, item])))
  const open = (item: PaletteResult | undefined) => {
    if (!item) return
    onClose()
    if (typeof item.leads === 'string') go(item.leads)
    else item.leads()
  }
  // A person can paste an id and press Enter without waiting for the lookup.
  const first = shown[0]?.items[0]
  useEffect(() => {
    if (!isEager || isResolving || (!first && isLooking)) return
    setEager(false)
    open(first)
  })
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField
        aria-label="Search"
        autoFocus
        className={styles.field}
        onSubmit={() => setEager(true)}
      >
        <Search size={17} aria-hidden />
        <Input
          placeholder="Search or type a command …"
          // Closes at once, instead of first clearing the text.
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
      </SearchField>
      <Menu
        aria-label="Results"
        className={styles.list}
        renderEmptyState={() => (
          <p className={styles.none}>{isLooking ? 'Searching …' : `No results for “${letters}”`}</p>
        )}
        onAction={(key) => open(all.get(String(key)))}
      >
        {shown.map(({ name, items }) => (
          <MenuSection key={name} id={name}>
            <Header className={styles.header}>{name}</Header>
            {items.map(({ key, title, note, icon: Icon }) => (
              <MenuItem key={key} id={key} textValue={title} className={styles.item}>
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
