import type { Asset } from '@atelier/sdk'
import { useState } from 'react'
import { fileUrl } from '../../app/file-url.ts'
import { BrushStage } from './brush/brush-stage.tsx'
import type { Size } from './frame-geometry.ts'
import { OutpaintFrame } from './outpaint-frame.tsx'
import styles from './studio.module.css'
import type { Settings, ToolId, ToolSettings } from './tools.ts'

interface Props {
  asset: Asset
  tool: ToolId
  settings: Settings
  onChange: (part: Partial<Settings>) => void
}

/** The image on the stage; with a frame for outpainting, and a brush to fill. */
export function Picture({ asset, tool, settings, onChange }: Props) {
  const url = fileUrl(asset.file_url ?? '')
  // The size as the browser rotates it: like the tools, browsers apply the camera's orientation.
  const [size, setSize] = useState<Size>({ width: asset.width ?? 0, height: asset.height ?? 0 })
  const isFramed =
    tool === 'image-outpainting' && !('mask_url' in settings && settings.mask_url !== undefined)
  if (isFramed && size.width > 0) {
    return (
      <OutpaintFrame
        url={url}
        name={asset.name}
        picture={size}
        settings={settings as ToolSettings['image-outpainting']}
        onChange={onChange}
      />
    )
  }
  if (tool === 'generative-fill') {
    const { area, mask_url } = settings as ToolSettings['generative-fill']
    if (mask_url === undefined) {
      return (
        <BrushStage
          url={url}
          name={asset.name}
          intents={['fill']}
          strokes={area?.strokes ?? []}
          onChange={(strokes, picture) => onChange({ area: { ...picture, strokes } })}
        />
      )
    }
  }
  return (
    <div className={styles.middle}>
      <img
        src={url}
        alt={asset.name}
        className={styles.whole}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          setSize({ width, height })
        }
      />
    </div>
  )
}
