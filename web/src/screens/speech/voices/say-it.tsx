import type { GenerateAudioBody, Voice } from '@atelier/sdk'
import { AtelierError } from '@atelier/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Volume2 } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { api } from '../../../app/api.ts'
import { Refusal } from '../../../app/refusal.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { submit } from '../../../ui/submit.ts'
import styles from './say-it.module.css'
import { SayItOptions } from './say-it-options.tsx'

/** The API's limit. */
const maxLetters = 100_000

export type SpeechSettings = Omit<GenerateAudioBody, 'text'>

/** A text for the chosen voice, with speech settings. */
export function SayIt({ voice }: { voice: Voice }) {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [settings, setSettings] = useState<SpeechSettings>({ speed: 1, output_format: 'wav' })
  const say = useMutation({
    meta: { showsErrors: true },
    mutationFn: () => api.voices.generateAudio(voice.id, { text, ...settings }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tasks', 'list'] }),
  })
  const refused = say.error instanceof AtelierError ? say.error.errors : []
  const errors = Object.fromEntries(
    refused.map(({ path, message }) => [path.replace(/^[/.]/, ''), message]),
  )
  const change = (part: Partial<SpeechSettings>) => {
    if (say.isError) say.reset()
    setSettings((before) => ({ ...before, ...part }))
  }
  return (
    <Form
      className={styles.form}
      aria-label="Generate speech"
      onSubmit={submit(() => {
        if (text.trim()) say.mutate()
      })}
    >
      <h2>
        Generate speech with {voice.voice_name} <small>{voice.language_name}</small>
      </h2>
      <div className={styles.text}>
        <Field
          label="Text"
          rows={5}
          maxLength={maxLetters}
          placeholder={settings.use_ssml ? '<speak>Hello <break time="500ms"/> there.</speak>' : ''}
          value={text}
          error={errors.text}
          onChange={(next) => {
            if (say.isError) say.reset()
            setText(next)
          }}
        />
        <span className={styles.count}>
          {text.length.toLocaleString('en')} of {maxLetters.toLocaleString('en')} characters
        </span>
      </div>
      <SayItOptions voice={voice} settings={settings} errors={errors} onChange={change} />
      {refused.length === 0 && <Refusal error={say.error} />}
      <div>
        <Button type="submit" kind="first" isPending={say.isPending} isDisabled={!text.trim()}>
          <Volume2 /> {say.isPending ? 'Sending …' : 'Generate speech'}
        </Button>
      </div>
    </Form>
  )
}
