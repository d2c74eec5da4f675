import { FolderOpen } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import styles from './record.module.css'

interface Props {
  onFile: (file: { url: string; isVideo: boolean }) => void
}

/** The text without its audio; people who have the file can still listen along. */
export function RecordingGone({ onFile }: Props) {
  return (
    <section className={styles.choice} aria-label="Recording">
      <p className={styles.soft}>
        The recording was deleted, or you do not have access to files. To listen along, open it from
        this computer. It is not uploaded.
      </p>
      <FileTrigger
        acceptedFileTypes={['audio/*', 'video/*']}
        onSelect={(files) => {
          const file = files?.[0]
          if (!file) return
          onFile({ url: URL.createObjectURL(file), isVideo: file.type.startsWith('video/') })
        }}
      >
        <Button>
          <FolderOpen /> Open a file
        </Button>
      </FileTrigger>
    </section>
  )
}
