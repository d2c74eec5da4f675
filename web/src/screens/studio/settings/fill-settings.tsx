import { Segments } from '../../../ui/segments.tsx'
import { GenerationSettings } from './generation-settings.tsx'
import { PictureField } from './picture-field.tsx'
import styles from './settings.module.css'
import type { SettingsProps } from './settings-form.tsx'

const ways = [
  { id: 'paint', label: 'Paint' },
  { id: 'mask', label: 'Mask' },
] as const

/** The area to fill, painted or as a mask, and how to generate it. */
export function FillSettings(props: SettingsProps<'generative-fill'>) {
  const { settings, errors, onChange } = props
  const isMask = settings.mask_url !== undefined
  return (
    <>
      <Segments
        label="Area"
        options={ways}
        value={isMask ? 'mask' : 'paint'}
        onChange={(way) => onChange({ mask_url: way === 'mask' ? '' : undefined })}
      />
      {isMask ? (
        <PictureField
          label="Mask"
          hint="As large as the image. White is generated, black is kept."
          value={settings.mask_url ?? ''}
          error={errors.mask_url}
          onChange={(mask_url) => onChange({ mask_url })}
        />
      ) : (
        <p className={styles.note}>
          Paint over all of what to remove or replace, with its shadow. By keyboard: focus the
          image, move the brush with the arrow keys, and press Space to start and end a stroke.
        </p>
      )}
      {!isMask && errors.mask_url && <p className={styles.error}>{errors.mask_url}</p>}
      <GenerationSettings {...props} />
    </>
  )
}
