import type { AssetFolder } from '@atelier/sdk'
import { Link } from '@tanstack/react-router'
import { Folder } from 'lucide-react'
import { carrying, useDropTarget } from './cargo-drag.ts'
import { FolderMenu } from './folder-menu.tsx'
import styles from './folders.module.css'
import { wordsForPath } from './folders.ts'
import type { Move } from './use-move.ts'

interface Props {
  folders: readonly AssetFolder[]
  shown: readonly AssetFolder[]
  /** For search results from several folders. */
  showsPath: boolean
  mayWrite: boolean
  onMove: (move: Move) => void
}

/** Folders, before the files. */
export function FolderGrid({ shown, ...props }: Props) {
  if (shown.length === 0) return null
  return (
    <ul className={styles.grid} aria-label="Folders">
      {shown.map((folder) => (
        <FolderCard key={folder.id} folder={folder} {...props} />
      ))}
    </ul>
  )
}

interface CardProps extends Omit<Props, 'shown'> {
  folder: AssetFolder
}

function FolderCard({ folder, folders, showsPath, mayWrite, onMove }: CardProps) {
  const { id, name, parent_id } = folder
  const target = useDropTarget(id, (cargo) => onMove({ cargo, to: id }))
  const cargo = () => ({ kind: 'folder' as const, id, name, from: parent_id })
  return (
    <li className={styles.card} {...(mayWrite && { ...target, ...carrying(cargo) })}>
      <Link to="/assets" search={{ folder: id } as never} className={styles.link} draggable={false}>
        <Folder size={18} aria-hidden />
        <span className={styles.names}>
          <span className={styles.name}>{name}</span>
          {showsPath && <small>in {wordsForPath(folders, parent_id)}</small>}
        </span>
      </Link>
      {mayWrite && <FolderMenu folder={folder} />}
    </li>
  )
}
