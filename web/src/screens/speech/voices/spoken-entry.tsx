import { type Failure, filesOf, type Task } from '@atelier/sdk'
import { useMutation } from '@tanstack/react-query'
import { Download, FileText, X } from 'lucide-react'
import { useRef } from 'react'
import { api } from '../../../app/api.ts'
import { fileUrl } from '../../../app/file-url.ts'
import { describeProgress } from '../../../app/progress-words.ts'
import { saveFile } from '../../../app/save-file.ts'
import { useMay } from '../../../app/session.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { When } from '../../../ui/when.tsx'
import { useTranscribe } from '../transcriptions/use-transcribe.ts'
import { Waveform } from '../waveform/waveform.tsx'
import styles from './spoken.module.css'

interface SpeechOutput {
  voice?: { voice_name: string }
  sentences?: { text: string }[]
  warnings?: string[]
}

/** A text whose speech is in progress, done or failed. */
export function SpokenEntry({ task }: { task: Task }) {
  const { voice, sentences = [], warnings = [] } = (task.result ?? {}) as SpeechOutput
  const file = filesOf(task)[0]
  const text = sentences.map((sentence) => sentence.text).join(' ')
  return (
    <article className={styles.entry}>
      <p className={styles.text}>{text || describeStatus(task)}</p>
      <p className={styles.soft}>
        {voice && `${voice.voice_name} · `}
        <When at={task.created_at} />
      </p>
      {file && <Sound task={task} url={fileUrl(file.url)} asset={file.asset_id} />}
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
      {task.state === 'FAILURE' && <Reasons task={task} />}
      {!task.finished_at && <Running task={task} />}
    </article>
  )
}

function describeStatus({ status, state }: Task): string {
  if (state === 'REVOKED') return 'Cancelled.'
  if (status === 'FAILURE') return 'Speech generation failed.'
  return status === 'SUCCESS' ? 'Done' : 'Generating speech …'
}

function Reasons({ task }: { task: Task }) {
  const { errors = [] } = (task.info ?? {}) as { errors?: Failure[] }
  return <p className={styles.bad}>{errors.map(({ message }) => message).join(' ')}</p>
}

function Running({ task }: { task: Task }) {
  const mayCancel = useMay('tasks:write')
  const cancel = useMutation({ mutationFn: () => api.tasks.cancel(task.task_id) })
  return (
    <div className={styles.running}>
      <Progress {...describeProgress(task, 'waiting')} />
      {mayCancel && (
        <Button size="small" isDisabled={cancel.isPending} onPress={() => cancel.mutate()}>
          <X /> Cancel
        </Button>
      )}
    </div>
  )
}

interface SoundProps {
  task: Task
  url: string
  asset: string | undefined
}

function Sound({ task, url, asset }: SoundProps) {
  const mayTranscribe = useMay('transcriptions:write')
  const transcribe = useTranscribe()
  const media = useRef<HTMLAudioElement>(null)
  const { content_type = '' } = filesOf(task)[0] ?? {}
  const ending = { 'audio/mpeg': 'mp3', 'audio/wav': 'wav' }[content_type] ?? 'opus'
  return (
    <>
      <Waveform url={url} media={media} />
      {/* biome-ignore lint/a11y/useMediaCaption: the text that it speaks stands above it */}
      <audio ref={media} controls preload="none" src={url} className={styles.player} />
      <div className={styles.actions}>
        <Button size="small" onPress={() => saveFile(url, `speech.${ending}`)}>
          <Download /> Download
        </Button>
        {asset && <CopyButton text={asset}>Copy asset id</CopyButton>}
        {asset && mayTranscribe && (
          <Button
            size="small"
            isDisabled={transcribe.isPending}
            onPress={() => transcribe.mutate({ asset_id: asset })}
          >
            <FileText /> Transcribe
          </Button>
        )}
      </div>
    </>
  )
}
