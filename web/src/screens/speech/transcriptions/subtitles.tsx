import type { Transcription } from '@atelier/sdk'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api } from '../../../app/api.ts'
import { saveBlob } from '../../../app/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { readHost } from '../../../ui/parse-url.ts'
import { Toggle } from '../../../ui/toggle.tsx'
import { When } from '../../../ui/when.tsx'
import { formatClock } from './clock.ts'
import { nameTranscription } from './name-transcription.ts'
import type { SubtitleShape } from './reading.tsx'
import styles from './record.module.css'

interface Props {
  record: Transcription
  shape: SubtitleShape
  onShape: (shape: SubtitleShape) => void
  /** Only for videos. */
  preview: { isShown: boolean; onShown: (isShown: boolean) => void } | undefined
}

/** Subtitles in each format, and the details of the transcription. */
export function Subtitles({ record, shape, onShape, preview }: Props) {
  const name = nameTranscription(record).replace(/\.[^.]{1,5}$/, '')
  const download = useMutation({
    mutationFn: async (requested_format: 'vtt' | 'srt') => {
      const query = { requested_format, ...shape }
      const response = await api.transcriptions.downloadSubtitles(record.id, query)
      saveBlob(await response.blob(), `${name}.${requested_format}`)
    },
  })
  const whole = (value: number, usual: number) => (Number.isNaN(value) ? usual : value)
  return (
    <aside className={styles.side} aria-label="Subtitles">
      <h2>Subtitles</h2>
      <div className={styles.actions}>
        <Button kind="first" onPress={() => download.mutate('vtt')}>
          <Download /> WebVTT
        </Button>
        <Button onPress={() => download.mutate('srt')}>
          <Download /> SubRip
        </Button>
      </div>
      <div className={styles.two}>
        <NumberField
          label="Characters per line"
          minValue={10}
          maxValue={200}
          value={shape.max_chars_per_line}
          onChange={(value) => onShape({ ...shape, max_chars_per_line: whole(value, 42) })}
        />
        <NumberField
          label="Lines"
          minValue={1}
          maxValue={5}
          value={shape.max_lines}
          onChange={(value) => onShape({ ...shape, max_lines: whole(value, 2) })}
        />
      </div>
      {preview && (
        <Toggle label="Show on the video" isSelected={preview.isShown} onChange={preview.onShown} />
      )}
      <Facts>
        <Fact name="Source">{record.source.url && readHost(record.source.url)}</Fact>
        <Fact name="Duration">
          {record.duration_ms === null ? 'unknown' : formatClock(record.duration_ms)}
        </Fact>
        <Fact name="Language">{record.language_code}</Fact>
        <Fact name="Engine">{record.provider}</Fact>
        <Fact name="Updated">
          <When at={record.updated_at} />
        </Fact>
      </Facts>
      <div className={styles.actions}>
        <CopyButton text={record.text ?? ''}>Copy text</CopyButton>
        <CopyButton text={record.id}>Copy id</CopyButton>
      </div>
      <p className={styles.keys}>
        Space plays and pauses. Arrow keys skip five seconds. Click a word to play from there. Press
        Enter on it to correct it.
      </p>
    </aside>
  )
}
