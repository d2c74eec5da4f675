import type { AssetFolder } from '@atelier/sdk'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useDropTarget } from './cargo-drag.ts'
import styles from './folders.module.css'
import { findPath, topName } from './folders.ts'
import type { Move } from './use-move.ts'

interface Props {
  folders: readonly AssetFolder[]
  folder: AssetFolder
  onMove: (move: Move) => void
}

/** The way from the top level to the open folder. Dragged files can be dropped on it. */
export function Breadcrumb({ folders, folder, onMove }: Props) {
  const above = findPath(folders, folder.parent_id)
  return (
    <nav aria-label="Folder path">
      <ol className={styles.path}>
        <Crumb id={null} name={topName} onMove={onMove} />
        {above.map(({ id, name }) => (
          <Crumb key={id} id={id} name={name} onMove={onMove} />
        ))}
        <li aria-current="page">{folder.name}</li>
      </ol>
    </nav>
  )
}

interface CrumbProps extends Pick<Props, 'onMove'> {
  id: string | null
  name: string
}

function Crumb({ id, name, onMove }: CrumbProps) {
  const target = useDropTarget(id, (cargo) => onMove({ cargo, to: id }))
  return (
    <li {...target}>
      <Link to="/assets" search={(id ? { folder: id } : {}) as never} draggable={false}>
        {name}
      </Link>
      <ChevronRight size={14} aria-hidden />
    </li>
  )
}
