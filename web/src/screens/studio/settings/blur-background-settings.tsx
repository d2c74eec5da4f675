import { NumberField } from '../../../ui/number-field.tsx'
import { OutputFormat } from './output-format.tsx'
import type { SettingsProps } from './settings-form.tsx'

export function BlurBackgroundSettings({
  settings,
  errors,
  onChange,
}: SettingsProps<'blur-background'>) {
  return (
    <>
      <NumberField
        label="Radius"
        hint="1 to 250 pixels. Default: 20."
        minValue={1}
        maxValue={250}
        value={settings.radius ?? 20}
        error={errors.radius}
        onChange={(radius) => onChange({ radius: Number.isNaN(radius) ? undefined : radius })}
      />
      <OutputFormat
        value={settings.output_format}
        onChange={(output_format) => onChange({ output_format })}
      />
    </>
  )
}
