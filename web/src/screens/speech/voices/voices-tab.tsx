import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMay } from '../../../app/session.ts'
import { voicesQuery } from '../queries.ts'
import { useSpeechSearch } from '../use-speech-search.ts'
import { stopSample } from './sample-player.ts'
import { SayIt } from './say-it.tsx'
import { SpokenList } from './spoken-list.tsx'
import { VoiceList } from './voice-list.tsx'
import styles from './voices.module.css'

/** The voices, and a field to generate speech with one of them. */
export function VoicesTab() {
  const { data } = useSuspenseQuery(voicesQuery)
  const { voice: chosen, change } = useSpeechSearch()
  const voice = data.voices.find(({ id }) => id === chosen) ?? data.voices[0]
  const maySpeak = useMay('tools:write')
  useEffect(() => {
    // One at a time: starting a player stops the sample and the other players.
    const silence = ({ target }: Event) => {
      stopSample()
      for (const other of document.querySelectorAll('audio')) if (other !== target) other.pause()
    }
    addEventListener('play', silence, true)
    return () => {
      removeEventListener('play', silence, true)
      stopSample()
    }
  }, [])
  return (
    <div className={styles.tab}>
      <div className={styles.say}>{maySpeak && voice && <SayIt voice={voice} />}</div>
      <VoiceList voices={data.voices} chosen={voice?.id} onChoose={(id) => change({ voice: id })} />
      <div className={styles.spoken}>
        <SpokenList />
      </div>
    </div>
  )
}
