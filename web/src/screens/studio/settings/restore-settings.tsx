import { NumberField } from '../../../ui/number-field.tsx'
import type { SettingsProps } from './settings-form.tsx'

export function RestoreSettings({ settings, errors, onChange }: SettingsProps<'restore-image'>) {
  return (
    <NumberField
      label="Factor"
      hint="Also enlarges the image, up to 4 times. 1 keeps its size."
      minValue={1}
      maxValue={4}
      step={0.1}
      value={settings.scale ?? 1}
      error={errors.scale}
      onChange={(scale) => onChange({ scale: Number.isNaN(scale) ? undefined : scale })}
    />
  )
}
