import type { Transcription } from '@atelier/sdk'
import { CircleAlert, CircleSlash } from 'lucide-react'
import { useMay } from '../../../app/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { useTranscribe } from './use-transcribe.ts'

/** Why there is no transcription, and what to do. */
export function RecordFailed({ record }: { record: Transcription }) {
  const mayWrite = useMay('transcriptions:write')
  const transcribe = useTranscribe()
  const isCancelled = record.errors.some(({ code }) => code === 'cancelled')
  const { asset_id } = record.source
  return (
    <Empty
      icon={isCancelled ? <CircleSlash size={22} /> : <CircleAlert size={22} />}
      title={isCancelled ? 'Transcription cancelled' : 'Transcription failed'}
      action={
        mayWrite &&
        asset_id && (
          <Button
            isDisabled={transcribe.isPending}
            onPress={() => transcribe.mutate({ asset_id, language_code: record.language_code })}
          >
            Try again
          </Button>
        )
      }
    >
      {isCancelled ? (
        'The partial transcript was not saved.'
      ) : (
        <p role="alert">{record.errors.map(({ message }) => message).join(' ')}</p>
      )}
    </Empty>
  )
}
