import type { AssetFolder } from '@atelier/sdk'
import { Check, Folder } from 'lucide-react'
import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { FormDialog } from '../../app/form-dialog.tsx'
import popover from '../../ui/popover.module.css'
import styles from './folders.module.css'
import { asTree, isInside, topName } from './folders.ts'
import { type Cargo, describeCargo, useMove } from './use-move.ts'

interface Props {
  cargo: Cargo
  folders: readonly AssetFolder[]
  onMoved?: () => void
  onClose: () => void
}

const top = 'top'

/** Chooses the folder for files or for another folder. */
export function MoveDialog({ cargo, folders, onMoved, onClose }: Props) {
  const [chosen, setChosen] = useState<string>()
  const move = useMove(folders, {
    showsErrors: true,
    onMoved: () => {
      onClose()
      onMoved?.()
    },
  })
  const places = [{ id: top, name: topName, level: 0 }].concat(
    asTree(folders).map(({ folder: { id, name }, level }) => ({ id, name, level })),
  )
  const isRefused = (id: string) =>
    id === (cargo.from === null ? top : cargo.from) ||
    (cargo.kind === 'folder' && isInside(folders, id, cargo.id))
  return (
    <FormDialog
      title={`Move ${describeCargo(cargo)} to …`}
      action="Move here"
      send={{
        ...move,
        mutate: () => chosen && move.mutate({ cargo, to: chosen === top ? null : chosen }),
      }}
      isIncomplete={chosen === undefined}
      onClose={onClose}
    >
      <ListBox
        aria-label="Folders"
        autoFocus
        className={styles.places}
        items={places}
        selectionMode="single"
        selectedKeys={chosen === undefined ? [] : [chosen]}
        disabledKeys={places.map(({ id }) => id).filter(isRefused)}
        onSelectionChange={(keys) => {
          const [id] = keys === 'all' ? [] : keys
          setChosen(id === undefined ? undefined : String(id))
        }}
      >
        {({ id, name, level }) => (
          <ListBoxItem
            id={id}
            textValue={name}
            className={`${popover.option} ${styles.place}`}
            style={{ paddingInlineStart: 8 + level * 18 }}
          >
            <Folder size={16} aria-hidden />
            <span className={styles.name}>{name}</span>
            <Check size={14} aria-hidden className={styles.check} />
          </ListBoxItem>
        )}
      </ListBox>
    </FormDialog>
  )
}
