import type { Asset } from '@atelier/sdk'
import { useState } from 'react'
import { fileUrl } from '../../app/file-url.ts'
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

/** The image on the stage; with a frame around it for outpainting. */
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
