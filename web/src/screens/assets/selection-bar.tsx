import { FolderInput, X } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import styles from './assets.module.css'

interface Props {
  count: number
  onMove: () => void
  onClear: () => void
}

/** Takes the place of the filters while files are selected. */
export function SelectionBar({ count, onMove, onClear }: Props) {
  return (
    <div className={styles.selection}>
      <IconButton label="Clear selection" onPress={onClear}>
        <X />
      </IconButton>
      <span role="status">{count} selected</span>
      <Button size="small" onPress={onMove}>
        <FolderInput /> Move to …
      </Button>
    </div>
  )
}
