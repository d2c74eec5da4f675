import { Segments } from '../../../ui/segments.tsx'
import { OutputFormat } from './output-format.tsx'
import { RatioField, ratios, useRatioChoice } from './ratio-field.tsx'
import styles from './settings.module.css'
import type { SettingsProps } from './settings-form.tsx'

const shapes = [...ratios.map((id) => ({ id, label: id })), { id: 'own', label: 'Other' }]

const places = [
  { id: 'auto', label: 'Automatic' },
  { id: 'faces', label: 'Faces' },
  { id: 'subject', label: 'Subject' },
] as const

export function SmartCropSettings({ settings, errors, onChange }: SettingsProps<'smart-crop'>) {
  const { aspect_ratio: ratio } = settings
  const { choice: shape, choose } = useRatioChoice(ratio)
  return (
    <>
      <Segments
        label="Shape"
        options={shapes}
        value={shape}
        onChange={(id) => {
          choose(id)
          onChange({ aspect_ratio: id === 'own' ? '5:4' : id })
        }}
      />
      {shape === 'own' ? (
        <RatioField
          value={ratio}
          error={errors.aspect_ratio}
          onChange={(aspect_ratio) => {
            choose('own')
            onChange({ aspect_ratio })
          }}
        />
      ) : (
        errors.aspect_ratio && <p className={styles.error}>{errors.aspect_ratio}</p>
      )}
      <Segments
        label="Crop around"
        options={places}
        value={settings.focus ?? 'auto'}
        onChange={(focus) => onChange({ focus })}
      />
      <OutputFormat
        value={settings.output_format}
        onChange={(output_format) => onChange({ output_format })}
      />
    </>
  )
}
