import type { Asset } from '@atelier/sdk'
import { Link } from '@tanstack/react-router'
import { AudioLines, FileText, FileWarning, Film, Hourglass, Image, Type } from 'lucide-react'
import { fileUrl } from '../../app/file-url.ts'
import { When } from '../../ui/when.tsx'
import styles from './assets.module.css'

const icons = { 0: Image, 2: Film, 4: Image, 6: Type, 8: AudioLines, 17: FileText }

/** A file in the list: its preview, name and creation time. */
export function AssetCard({ asset }: { asset: Asset }) {
  const { id, name, asset_type, thumbnail, status, created_at } = asset
  const isFailed = status === 2
  const Icon = isFailed ? FileWarning : status < 2 ? Hourglass : icons[asset_type]
  return (
    <li>
      <Link to={`/assets/${id}` as string} className={styles.card}>
        <span className={styles.face}>
          {thumbnail ? (
            <img src={fileUrl(thumbnail)} alt="" loading="lazy" />
          ) : (
            <Icon size={26} aria-hidden />
          )}
        </span>
        <span className={styles.name}>{name}</span>
        <small className={styles.note}>
          {isFailed ? 'Could not be read · ' : ''}
          <When at={created_at} />
        </small>
      </Link>
    </li>
  )
}
