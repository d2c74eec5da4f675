import type { Asset } from '@atelier/sdk'
import { useMutation } from '@tanstack/react-query'
import { Film, ImagePlus, Upload, X } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { AssetPicker } from '../../app/asset-picker.tsx'
import { uploadAsset } from '../../app/bring-in.ts'
import { Refusal } from '../../app/refusal.tsx'
import { useMay } from '../../app/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
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
  const add = ({ id, thumbnail, file_url }: Asset) => {
    setPicking(false)
    if (media.some(({ asset_id }) => asset_id === id)) return
    onChange([...media, { asset_id: id, url: thumbnail ?? file_url, description: '' }])
  }
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
          <IconButton
            label={`Remove ${medium.description || `item ${index + 1}`}`}
            onPress={() => onChange(media.filter((one) => one !== medium))}
            size="usual"
          >
            <X />
          </IconButton>
        </div>
      ))}
      {error && <p className={styles.wrong}>{error}</p>}
      <Button size="small" onPress={() => setPicking(true)}>
        <ImagePlus /> Add media
      </Button>
      {isPicking && (
        <AssetPicker
          title="Choose an image or video"
          types={[0, 2, 4]}
          none="No images or videos yet"
          onClose={() => setPicking(false)}
          onPick={add}
        >
          <UploadMedium onDone={add} />
        </AssetPicker>
      )}
    </fieldset>
  )
}

function UploadMedium({ onDone }: { onDone: (asset: Asset) => void }) {
  const mayUpload = useMay('assets:write')
  const upload = useMutation({
    mutationFn: (file: File) => uploadAsset(file),
    onSuccess: onDone,
    meta: { showsErrors: true },
  })
  if (!mayUpload) return null
  return (
    <>
      <FileTrigger
        acceptedFileTypes={['image/*', 'video/*']}
        onSelect={(files) => files?.[0] && upload.mutate(files[0])}
      >
        <Button isDisabled={upload.isPending}>
          <Upload /> {upload.isPending ? 'Uploading …' : 'Upload'}
        </Button>
      </FileTrigger>
      <Refusal error={upload.error} />
    </>
  )
}
