import { lazy, Suspense } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useMay } from '../../app/session.ts'
import { Page } from '../../ui/page.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import tabs from '../../ui/tabs.module.css'
import styles from './speech.module.css'
import { useSpeechSearch } from './use-speech-search.ts'

const VoicesTab = lazy(async () => ({
  default: (await import('./voices/voices-tab.tsx')).VoicesTab,
}))
const TranscriptionsTab = lazy(async () => ({
  default: (await import('./transcriptions/transcriptions-tab.tsx')).TranscriptionsTab,
}))

/** Text to speech, and transcription. */
export function SpeechScreen() {
  const { tab = 'voices', change } = useSpeechSearch()
  const mayHear = useMay('voices:read')
  const mayRead = useMay('transcriptions:read')
  const waiting = (
    <div className={styles.waiting}>
      <SkeletonRows />
    </div>
  )
  return (
    <Page title="Speech" isWide>
      <Tabs
        className={tabs.tabs}
        selectedKey={tab}
        onSelectionChange={(key) =>
          change({ tab: key === 'transcriptions' ? 'transcriptions' : undefined }, false)
        }
      >
        <TabList aria-label="Speech" className={tabs.list}>
          {mayHear && (
            <Tab id="voices" className={tabs.tab}>
              Voices
            </Tab>
          )}
          {mayRead && (
            <Tab id="transcriptions" className={tabs.tab}>
              Transcriptions
            </Tab>
          )}
        </TabList>
        <TabPanel id="voices" className={styles.panel}>
          <Suspense fallback={waiting}>
            <VoicesTab />
          </Suspense>
        </TabPanel>
        <TabPanel id="transcriptions" className={styles.panel}>
          <Suspense fallback={waiting}>
            <TranscriptionsTab />
          </Suspense>
        </TabPanel>
      </Tabs>
    </Page>
  )
}
