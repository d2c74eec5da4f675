import { useMutation, useQuery } from '@tanstack/react-query'
import { FolderOpen, Upload } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { AssetPicker } from '../../../app/asset-picker.tsx'
import { perhapsAssetQuery } from '../../../app/assets.ts'
import { assetType, uploadAsset } from '../../../app/bring-in.ts'
import { fileUrl } from '../../../app/file-url.ts'
import { writeMessage } from '../../../app/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './settings.module.css'

interface Props {
  label: string
  hint: string
  /** The id of an asset; empty if none is chosen. */
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

/** A second image, such as a mask. */
export function PictureField({ label, hint, value, error, onChange }: Props) {
  const [isPicking, setPicking] = useState(false)
  const { data: asset } = useQuery(perhapsAssetQuery(value || undefined))
  const upload = useMutation({
    meta: { showsErrors: true },
    mutationFn: (file: File) => uploadAsset(file, { expected: assetType.image }),
    onSuccess: ({ id }) => onChange(id),
  })
  const wrong = upload.isError ? writeMessage(upload.error) : error
  return (
    <fieldset className={styles.second} aria-label={label}>
      <div className={styles.chosen}>
        {value && asset?.file_url && (
          <img src={fileUrl(asset.thumbnail ?? asset.file_url)} alt={asset.name} />
        )}
        <FileTrigger
          acceptedFileTypes={['image/*']}
          onSelect={(files) => files?.[0] && upload.mutate(files[0])}
        >
          <Button size="small" isPending={upload.isPending}>
            <Upload /> {upload.isPending ? 'Uploading …' : 'Choose a file'}
          </Button>
        </FileTrigger>
        <Button size="small" onPress={() => setPicking(true)}>
          <FolderOpen /> Assets
        </Button>
      </div>
      <p className={styles.note}>{hint}</p>
      {wrong && (
        <p role="alert" className={styles.error}>
          {wrong}
        </p>
      )}
      {isPicking && (
        <AssetPicker
          title="Workspace images"
          types={[assetType.image]}
          none="No images yet"
          onClose={() => setPicking(false)}
          onPick={({ id }) => {
            setPicking(false)
            onChange(id)
          }}
        />
      )}
    </fieldset>
  )
}
