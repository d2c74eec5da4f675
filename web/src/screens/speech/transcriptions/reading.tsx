import type { Transcription } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { assetType } from '../../../app/bring-in.ts'
import { fileAddress } from '../../../app/file-address.ts'
import { recordingQuery } from '../queries.ts'
import { Player } from './player.tsx'
import styles from './record.module.css'
import { RecordingChoice } from './recording-choice.tsx'
import { Subtitles } from './subtitles.tsx'
import { useSubtitleTrack } from './use-subtitle-track.ts'
import { Words } from './words.tsx'

interface Props {
  record: Transcription
  /** The asset that was transcribed, where it is known. */
  recording: string | undefined
  onRecording: (asset: { id: string; name: string }) => void
}

export interface SubtitleShape {
  max_chars_per_line: number
  max_lines: number
}

/** The words beside their sound: they light up as they are spoken, and a click leads to the place. */
export function Reading({ record, recording, onRecording }: Props) {
  const media = useRef<HTMLMediaElement>(null)
  const { data: asset } = useQuery(recordingQuery(recording))
  const [localFile, setLocalFile] = useState<{ address: string; isVideo: boolean }>()
  const [shape, setShape] = useState<SubtitleShape>({ max_chars_per_line: 42, max_lines: 2 })
  const [isShown, setShown] = useState(true)
  const address = localFile?.address ?? (asset?.file_url ? fileAddress(asset.file_url) : undefined)
  const isVideo = localFile?.isVideo ?? asset?.asset_type === assetType.video
  const track = useSubtitleTrack(record, shape, isVideo && isShown)
  return (
    <div className={styles.record}>
      <div className={styles.main}>
        {address ? (
          <Player ref={media} address={address} isVideo={isVideo} track={track} />
        ) : (
          <RecordingChoice onAsset={onRecording} onFile={setLocalFile} />
        )}
        <Words record={record} media={media} />
      </div>
      <Subtitles
        record={record}
        shape={shape}
        onShape={setShape}
        preview={address && isVideo ? { isShown, onShown: setShown } : undefined}
      />
    </div>
  )
}
