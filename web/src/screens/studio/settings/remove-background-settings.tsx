import { Segments } from '../../../ui/segments.tsx'
import { Toggle } from '../../../ui/toggle.tsx'
import { ColourChoice } from '../colour-choice.tsx'
import styles from './settings.module.css'
import type { SettingsProps } from './settings-form.tsx'

const formats = [
  { id: 'png', label: 'PNG' },
  { id: 'jpeg', label: 'JPEG' },
] as const

export function RemoveBackgroundSettings({
  settings,
  errors,
  onChange,
}: SettingsProps<'remove-background'>) {
  const format = settings.output_format ?? 'png'
  return (
    <>
      <ColourChoice
        label="Background"
        value={settings.background_color}
        error={errors.background_color}
        onChange={(background_color) => onChange({ background_color })}
      />
      <Toggle
        label="Crop to the subject"
        hint="You can also preview the crop on the result."
        isSelected={settings.magic_crop ?? false}
        onChange={(magic_crop) => onChange({ magic_crop })}
      />
      <Segments
        label="Format"
        options={formats}
        value={format}
        onChange={(output_format) => onChange({ output_format })}
      />
      {format === 'jpeg' && settings.background_color === undefined && (
        <p className={styles.note}>JPEG has no transparency. The background becomes white.</p>
      )}
    </>
  )
}
