import { useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { AssetPicker } from '../asset-picker.tsx'
import { perhapsAssetQuery } from '../assets.ts'
import { fileUrl } from '../file-url.ts'
import styles from './asset-field.module.css'
import type { RecordFieldProps } from './record-field.tsx'

const anyFile = [0, 2, 4, 8, 17] as const
const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Chooses a file of the workspace. `asset-source` also takes the URL of another one. */
export function AssetField({ format, label, hint, error, value, onChange }: RecordFieldProps) {
  const [isPicking, setPicking] = useState(false)
  const { data: asset } = useQuery(perhapsAssetQuery(isId(value) ? value : undefined))
  const chosen = isId(value) && asset ? asset : undefined
  return (
    <fieldset className={styles.field} aria-label={label}>
      <span className={parts.label}>{label}</span>
      <div className={styles.chosen}>
        {chosen?.thumbnail && <img src={fileUrl(chosen.thumbnail)} alt="" />}
        {chosen && <span className={styles.name}>{chosen.name}</span>}
        <Button size="small" onPress={() => setPicking(true)}>
          <FolderOpen /> {chosen ? 'Choose another file' : 'Choose a file'}
        </Button>
      </div>
      {format === 'asset-source' && (
        <Field
          label="Or its URL"
          type="url"
          value={isId(value) ? '' : value}
          onChange={onChange}
          placeholder="https://"
        />
      )}
      {hint && <p className={parts.hint}>{hint}</p>}
      {error && <p className={parts.error}>{error}</p>}
      {isPicking && (
        <AssetPicker
          title="Files of the workspace"
          types={anyFile}
          none="No files yet"
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
