import type { Asset } from '@atelier/sdk'
import styles from './asset-preview.module.css'
import { fileUrl } from './file-url.ts'

/** Shows the file itself if the browser supports it: an image, audio or video. */
export function AssetPreview({ asset, isSmall = false }: { asset: Asset; isSmall?: boolean }) {
  const { asset_type, file_url, thumbnail, name } = asset
  if (!file_url) return null
  const size = isSmall ? styles.small : styles.large
  const url = fileUrl(file_url)
  if (asset_type === 0 || asset_type === 4) {
    const shown = isSmall && thumbnail ? fileUrl(thumbnail) : url
    return <img className={`${styles.picture} ${size}`} src={shown} alt={name} loading="lazy" />
  }
  if (asset_type === 8) {
    // biome-ignore lint/a11y/useMediaCaption: words of a recording are in its transcription
    return <audio className={styles.sound} src={url} controls preload="metadata" />
  }
  if (asset_type === 2) {
    const poster = thumbnail ? fileUrl(thumbnail) : undefined
    return (
      // biome-ignore lint/a11y/useMediaCaption: words of a film are in its transcription
      <video
        className={`${styles.picture} ${size}`}
        src={url}
        poster={poster}
        controls
        preload="metadata"
      />
    )
  }
  return null
}
