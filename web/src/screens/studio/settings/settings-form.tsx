import type { Asset } from '@atelier/sdk'
import type { ComponentType } from 'react'
import { MoreOptions } from '../../../ui/more-options.tsx'
import { ToolOptions } from '../../../ui/tool-options.tsx'
import { type Settings, type ToolId, type ToolSettings, tools } from '../tools.ts'
import type { FieldErrors } from '../use-field-errors.ts'
import { BlurBackgroundSettings } from './blur-background-settings.tsx'
import { BlurFacesSettings } from './blur-faces-settings.tsx'
import { ConvertSettings } from './convert-settings.tsx'
import { FillSettings } from './fill-settings.tsx'
import { OutpaintSettings } from './outpaint-settings.tsx'
import { RemoveBackgroundSettings } from './remove-background-settings.tsx'
import { ReplaceBackgroundSettings } from './replace-background-settings.tsx'
import { RestoreSettings } from './restore-settings.tsx'
import styles from './settings.module.css'
import { SmartCropSettings } from './smart-crop-settings.tsx'
import { StrokesUsed } from './strokes-used.tsx'
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
  'generative-fill': FillSettings,
  'smart-crop': SmartCropSettings,
  'restore-image': RestoreSettings,
  'blur-faces': BlurFacesSettings,
  'read-text': NoSettings,
  'find-faces': NoSettings,
}

function NoSettings() {
  return null
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
      {'refine' in settings && settings.refine && (
        <StrokesUsed
          refine={settings.refine}
          error={rest.errors.refine}
          onRemove={() => onChange({ refine: undefined })}
        />
      )}
      <MoreOptions level={2} isForcedOpen={rest.errors.webhook_url !== undefined}>
        <ToolOptions
          options={settings}
          isStored={!tools[tool].isReader}
          errors={rest.errors}
          onChange={onChange}
        />
      </MoreOptions>
    </div>
  )
}
