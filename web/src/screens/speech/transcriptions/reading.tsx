import type { Transcription } from '@atelier/sdk'
import { lazy, Suspense, useRef, useState } from 'react'
import { fileUrl } from '../../../app/file-url.ts'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Player } from './player.tsx'
import styles from './record.module.css'
import { RecordingGone } from './recording-gone.tsx'
import { Subtitles } from './subtitles.tsx'
import { useTextDraft } from './text/use-text-draft.ts'
import { useSubtitleTrack } from './use-subtitle-track.ts'
import { Words } from './words.tsx'

const TextEditor = lazy(async () => ({
  default: (await import('./text/text-editor.tsx')).TextEditor,
}))

export interface SubtitleShape {
  max_chars_per_line: number
  max_lines: number
}

/** The text next to its audio: words are highlighted as they are spoken, and a click seeks. */
export function Reading({ record }: { record: Transcription }) {
  const media = useRef<HTMLMediaElement>(null)
  // Keeps the first link, because a newer one would restart playback.
  const [played, setPlayed] = useState(() => playable(record))
  const [shape, setShape] = useState<SubtitleShape>({ max_chars_per_line: 42, max_lines: 2 })
  const [isShown, setShown] = useState(true)
  const isVideo = played?.isVideo ?? false
  const draft = useTextDraft(record)
  const track = useSubtitleTrack(record, shape, isVideo && isShown)
  return (
    <div className={styles.record}>
      <div className={styles.main}>
        {played ? (
          <Player ref={media} url={played.url} isVideo={isVideo} track={track} />
        ) : (
          <RecordingGone onFile={setPlayed} />
        )}
        {draft.isOpen ? (
          <Suspense fallback={<SkeletonRows />}>
            <TextEditor record={record} media={media} draft={draft} />
          </Suspense>
        ) : (
          <Words record={record} media={media} draft={draft} />
        )}
      </div>
      <Subtitles
        record={record}
        shape={shape}
        onShape={setShape}
        preview={isVideo ? { isShown, onShown: setShown } : undefined}
      />
    </div>
  )
}

function playable({ recording }: Transcription) {
  if (!recording) return undefined
  const { file_url, content_type } = recording
  return { url: fileUrl(file_url), isVideo: content_type.startsWith('video/') }
}
