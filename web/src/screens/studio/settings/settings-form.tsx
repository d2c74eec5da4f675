import type { Asset } from '@atelier/sdk'
import type { ComponentType } from 'react'
import { MoreOptions } from '../../../ui/more-options.tsx'
import { ToolOptions } from '../../../ui/tool-options.tsx'
import { type Settings, type ToolId, type ToolSettings, tools } from '../tools.ts'
import type { FieldErrors } from '../use-field-errors.ts'
import { BlurBackgroundSettings } from './blur-background-settings.tsx'
import { ConvertSettings } from './convert-settings.tsx'
import { OutpaintSettings } from './outpaint-settings.tsx'
import { RemoveBackgroundSettings } from './remove-background-settings.tsx'
import { ReplaceBackgroundSettings } from './replace-background-settings.tsx'
import styles from './settings.module.css'
import { UpscaleSettings } from './upscale-settings.tsx'

export interface SettingsProps<Id extends ToolId> {
  settings: ToolSettings[Id]
  /** Errors from the server, by field. */
  errors: FieldErrors
  asset: Asset | undefined
  onChange: (part: Partial<ToolSettings[Id]>) => void
}

const forms: { [Id in ToolId]: ComponentType<SettingsProps<Id>> } = {
  'remove-background': RemoveBackgroundSettings,
  'image-outpainting': OutpaintSettings,
  'replace-background': ReplaceBackgroundSettings,
  'blur-background': BlurBackgroundSettings,
  upscale: UpscaleSettings,
  'convert-format': ConvertSettings,
}

interface Props extends Omit<SettingsProps<ToolId>, 'settings' | 'onChange'> {
  tool: ToolId
  settings: Settings
  onChange: (part: Partial<Settings>) => void
}

export function SettingsForm({ tool, settings, onChange, ...rest }: Props) {
  // The table above pairs each tool with the form for its settings.
  const Form = forms[tool] as ComponentType<object>
  return (
    <div className={styles.form}>
      <p className={styles.summary}>{tools[tool].summary}.</p>
      <Form {...{ settings, onChange, ...rest }} />
      <MoreOptions level={2} isForcedOpen={rest.errors.webhook_url !== undefined}>
        <ToolOptions options={settings} errors={rest.errors} onChange={onChange} />
      </MoreOptions>
    </div>
  )
}
