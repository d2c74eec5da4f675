import type { Voice } from '@atelier/sdk'
import { Choice } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { useSpeechSearch } from '../use-speech-search.ts'
import { SampleButton } from './sample-button.tsx'
import styles from './voices.module.css'

interface Props {
  voices: Voice[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

const genders: Record<number, string> = { 0: 'male', 1: 'female', 3: 'neutral' }
const everyLanguage = { id: 'all', label: 'All languages' }

/** The voices by language, each with a sample. */
export function VoiceList({ voices, chosen, onChoose }: Props) {
  const { search = '', language, change } = useSpeechSearch()
  const names = new Map(voices.map((voice) => [voice.language_code, voice.language_name]))
  const languages = [everyLanguage, ...[...names].map(([id, label]) => ({ id, label }))]
  const letters = search.trim().toLowerCase()
  const shown = voices.filter(
    (voice) =>
      (!language || voice.language_code === language) &&
      `${voice.voice_name} ${voice.language_name} ${voice.description}`
        .toLowerCase()
        .includes(letters),
  )
  return (
    <section className={styles.voices} aria-label="Voices">
      <div className={styles.filters}>
        <Field
          label="Search"
          placeholder="For example, calm"
          value={search}
          onChange={(text) => change({ search: text || undefined })}
        />
        <Choice
          label="Language"
          options={languages}
          value={language ?? everyLanguage.id}
          onChange={(id) => change({ language: id === everyLanguage.id ? undefined : id })}
        />
      </div>
      <ul className={styles.list}>
        {shown.map((voice) => (
          <li
            key={voice.id}
            className={`${styles.voice} ${voice.id === chosen ? styles.chosen : ''}`}
          >
            <SampleButton voice={voice} />
            <button
              type="button"
              className={styles.name}
              aria-pressed={voice.id === chosen}
              onClick={() => onChoose(voice.id)}
            >
              <span>{voice.voice_name}</span>
              <small>
                {voice.language_name} · {genders[voice.gender]}
                {voice.provider !== 'embedded' && ` · ${voice.provider}`}
              </small>
            </button>
          </li>
        ))}
        {shown.length === 0 && <li className={styles.none}>No matching voices</li>}
      </ul>
    </section>
  )
}
