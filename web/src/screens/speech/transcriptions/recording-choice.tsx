import type { Asset } from '@atelier/sdk'
import { useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { recordingsQuery } from '../queries.ts'
import styles from './record.module.css'

interface Props {
  onAsset: (asset: Asset) => void
  onFile: (file: { address: string; isVideo: boolean }) => void
}

/** Which recording it is, where that is not known: one of the assets, or a file that stays here. */
export function RecordingChoice({ onAsset, onFile }: Props) {
  const { data: recordings } = useQuery(recordingsQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <section className={styles.choice} aria-label="Recording">
      <p className={styles.soft}>
        To listen along, say which recording this is: one of the workspace’s, or a file of this
        computer, which is played from here and not sent anywhere.
      </p>
      {recordings && recordings.length > 0 && (
        <Choice
          label="Recording"
          isLabelHidden
          placeholder="One of the assets …"
          options={recordings.map(({ id, name }) => ({ id, label: name }))}
          value={chosen}
          onChange={(id) => {
            setChosen(id)
            const asset = recordings.find((recording) => recording.id === id)
            if (asset) onAsset(asset)
          }}
        />
      )}
      <FileTrigger
        acceptedFileTypes={['audio/*', 'video/*']}
        onSelect={(files) => {
          const file = files?.[0]
          if (!file) return
          onFile({ address: URL.createObjectURL(file), isVideo: file.type.startsWith('video/') })
        }}
      >
        <Button>
          <FolderOpen /> Open a file
        </Button>
      </FileTrigger>
    </section>
  )
}
