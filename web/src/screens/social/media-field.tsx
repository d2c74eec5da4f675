import { Film, ImagePlus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { AssetPicker } from './asset-picker.tsx'
import styles from './composer.module.css'
import type { Medium } from './composition.ts'

interface Props {
  media: Medium[]
  onChange: (media: Medium[]) => void
  error: string | undefined
}

/** Images and videos from the assets, each with alt text. */
export function MediaField({ media, onChange, error }: Props) {
  const [isPicking, setPicking] = useState(false)
  const change = (index: number, description: string) =>
    onChange(media.map((one, at) => (at === index ? { ...one, description } : one)))
  return (
    <fieldset className={styles.media}>
      <legend>Media</legend>
      {media.map((medium, index) => (
        <div key={medium.asset_id ?? medium.url} className={styles.medium}>
          {medium.url ? (
            <img src={medium.url} alt="" className={styles.thumb} />
          ) : (
            <span className={styles.thumb}>
              <Film size={20} aria-hidden />
            </span>
          )}
          <Field
            label="Description"
            placeholder="For people who cannot see it"
            maxLength={1500}
            value={medium.description}
            onChange={(description) => change(index, description)}
          />
          <Button
            kind="quiet"
            isIcon
            aria-label={`Remove ${medium.description || `item ${index + 1}`}`}
            onPress={() => onChange(media.filter((one) => one !== medium))}
          >
            <X />
          </Button>
        </div>
      ))}
      {error && <p className={styles.wrong}>{error}</p>}
      <Button size="small" onPress={() => setPicking(true)}>
        <ImagePlus /> Add media
      </Button>
      {isPicking && (
        <AssetPicker
          onClose={() => setPicking(false)}
          onPick={({ id, thumbnail, file_url }) => {
            setPicking(false)
            if (media.some(({ asset_id }) => asset_id === id)) return
            onChange([...media, { asset_id: id, url: thumbnail ?? file_url, description: '' }])
          }}
        />
      )}
    </fieldset>
  )
}
