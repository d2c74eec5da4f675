import type { Asset } from '@atelier/sdk'
import { AudioLines, FileText, Film, Image, X } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import styles from './attachments.module.css'

/** Keyed by `asset_type`. */
const icons: Record<number, typeof Image> = { 0: Image, 2: Film, 4: Film, 8: AudioLines }

export function Attachment({ asset, onRemove }: { asset: Asset; onRemove?: () => void }) {
  const { name, file_url, thumbnail, asset_type } = asset
  const picture = thumbnail ?? (asset_type === 0 ? file_url : null)
  const Icon = icons[asset_type] ?? FileText
  return (
    <li className={styles.file}>
      <a href={file_url ?? undefined} target="_blank" rel="noreferrer" className={styles.link}>
        <span className={styles.preview}>
          {picture ? <img src={picture} alt="" loading="lazy" /> : <Icon size={22} aria-hidden />}
        </span>
        <span className={styles.name} title={name}>
          {name}
        </span>
      </a>
      {onRemove && (
        <IconButton
          label={`Remove ${name}`}
          kind="plain"
          className={styles.remove}
          onPress={onRemove}
        >
          <X />
        </IconButton>
      )}
    </li>
  )
}
