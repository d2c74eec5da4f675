import type { Voice } from '@atelier/sdk'
import { Ellipsis, Play, Square } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import { playSample, stopSample, useHeard } from './sample-player.ts'
import styles from './voices.module.css'

/** Plays a sample of the voice; a second press stops it. */
export function SampleButton({ voice }: { voice: Voice }) {
  const heard = useHeard()
  const isHeard = heard.voice === voice.id
  if (!voice.sample_url) return <span className={styles.noSample} title="No sample available" />
  return (
    <IconButton
      label={`${isHeard ? 'Stop' : 'Play'} sample of ${voice.voice_name}`}
      onPress={() => (isHeard ? stopSample() : void playSample(voice.id))}
    >
      {isHeard ? heard.isReady ? <Square /> : <Ellipsis className={styles.waiting} /> : <Play />}
    </IconButton>
  )
}
