import { EyeOff, ImageIcon } from 'lucide-react'
import type { Medium } from '../composition.ts'
import styles from './preview.module.css'

/** Up to four images side by side, as networks show them. */
export function MediaGrid({ media, isCovered }: { media: Medium[]; isCovered: boolean }) {
  if (media.length === 0) return null
  return (
    <div className={styles.media} data-count={Math.min(media.length, 4)}>
      {media.map(({ asset_id, url, description }) => {
        // The console loads images only from this server.
        const isOwn = asset_id !== null && url !== null
        return (
          <span key={asset_id ?? url} className={styles.medium}>
            {isOwn && !isCovered ? (
              <img src={url} alt={description} />
            ) : isCovered ? (
              <EyeOff size={20} role="img" aria-label="Hidden until opened" />
            ) : (
              <ImageIcon size={20} role="img" aria-label={description || 'Image from a URL'} />
            )}
            {description && <abbr title={description}>ALT</abbr>}
          </span>
        )
      })}
    </div>
  )
}
