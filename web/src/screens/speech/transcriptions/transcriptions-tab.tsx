import { useInfiniteQuery } from '@tanstack/react-query'
import { AudioLines } from 'lucide-react'
import { FailureView } from '../../../app/failure-view.tsx'
import { useMay } from '../../../app/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { transcriptionsQuery } from '../queries.ts'
import { NewTranscription } from './new-transcription.tsx'
import { TranscriptionEntryRow } from './transcription-entry-row.tsx'
import styles from './transcriptions.module.css'

/** The transcriptions, newest first, and a form to add one. */
export function TranscriptionsTab() {
  const list = useInfiniteQuery(transcriptionsQuery)
  const mayWrite = useMay('transcriptions:write')
  const mayUpload = useMay('assets:write')
  const entries = list.data?.pages.flatMap(({ results }) => results)
  return (
    <div className={styles.tab}>
      {mayWrite && mayUpload && <NewTranscription />}
      {list.isError && <FailureView error={list.error} reset={() => {}} />}
      {list.isPending && <SkeletonRows count={6} height={44} />}
      {entries?.length === 0 && (
        <Empty icon={<AudioLines size={22} />} title="No transcriptions yet">
          Drop an audio or video file anywhere on this page. You can then read and correct its
          transcript, and download subtitles.
        </Empty>
      )}
      {entries && entries.length > 0 && (
        <ul className={styles.list} aria-label="Transcriptions">
          {entries.map((entry) => (
            <li key={entry.id}>
              <TranscriptionEntryRow entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          size="small"
          isPending={list.isFetchingNextPage}
          onPress={() => void list.fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </div>
  )
}
