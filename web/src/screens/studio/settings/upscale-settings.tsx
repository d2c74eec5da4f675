import { NumberField } from '../../../ui/number-field.tsx'
import { OutputFormat } from './output-format.tsx'
import styles from './settings.module.css'
import type { SettingsProps } from './settings-form.tsx'

export function UpscaleSettings({ settings, errors, asset, onChange }: SettingsProps<'upscale'>) {
  const factor = settings.factor ?? 2
  return (
    <>
      <NumberField
        label="Factor"
        hint="Multiplies width and height, 2 to 8."
        minValue={2}
        maxValue={8}
        step={0.1}
        value={factor}
        error={errors.factor}
        onChange={(value) => onChange({ factor: Number.isNaN(value) ? undefined : value })}
      />
      {asset?.width && asset.height && (
        <p className={styles.size}>
          <span>Result</span>
          {Math.round(asset.width * factor)} × {Math.round(asset.height * factor)} px
        </p>
      )}
      <OutputFormat
        value={settings.output_format}
        onChange={(output_format) => onChange({ output_format })}
      />
    </>
  )
}
