import type { Asset } from '@atelier/sdk'
import { Link } from '@tanstack/react-router'
import { AudioLines, FileText, FileWarning, Film, Hourglass, Image, Type } from 'lucide-react'
import { fileUrl } from '../../app/file-url.ts'
import { TickBox } from '../../ui/tick-box.tsx'
import { When } from '../../ui/when.tsx'
import styles from './assets.module.css'
import { carrying } from './cargo-drag.ts'
import type { Cargo } from './use-move.ts'

const icons = { 0: Image, 2: Film, 4: Image, 6: Type, 8: AudioLines, 17: FileText }

interface Props {
  asset: Asset
  /** Its folder, where the files of several folders are shown. */
  path?: string | undefined
  /** Omit it if the person may not move files. */
  choice?: { isSelected: boolean; toggle: () => void; cargo: () => Cargo }
}

/** A file in the list: its preview, name and creation time. */
export function AssetCard({ asset, path, choice }: Props) {
  const { id, name, asset_type, thumbnail, status, created_at } = asset
  const isFailed = status === 2
  const Icon = isFailed ? FileWarning : status < 2 ? Hourglass : icons[asset_type]
  return (
    <li
      className={styles.item}
      data-selected={choice?.isSelected || undefined}
      {...(choice && carrying(choice.cargo))}
    >
      <Link to={`/assets/${id}` as string} className={styles.card} draggable={false}>
        <span className={styles.face}>
          {thumbnail ? (
            <img src={fileUrl(thumbnail)} alt="" loading="lazy" draggable={false} />
          ) : (
            <Icon size={26} aria-hidden />
          )}
        </span>
        <span className={styles.name}>{name}</span>
        <small className={styles.note}>
          {isFailed ? 'Could not be read · ' : ''}
          <When at={created_at} />
        </small>
        {path && <small className={styles.path}>in {path}</small>}
      </Link>
      {choice && (
        <span className={styles.tick}>
          <TickBox
            aria-label={`Select ${name}`}
            isSelected={choice.isSelected}
            onChange={choice.toggle}
          />
        </span>
      )}
    </li>
  )
}
