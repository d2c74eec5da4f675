import { AtelierError } from '@atelier/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger, Form } from 'react-aria-components'
import { assetType, isWebUrl, uploadAsset } from '../../../app/bring-in.ts'
import { enginesQuery } from '../../../app/queries.ts'
import { Refusal } from '../../../app/refusal.tsx'
import { Button } from '../../../ui/button.tsx'
import { DropAnywhere } from '../../../ui/drop-anywhere.tsx'
import { Field } from '../../../ui/field.tsx'
import { MoreOptions } from '../../../ui/more-options.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { submit } from '../../../ui/submit.ts'
import styles from './transcriptions.module.css'
import { useTranscribe } from './use-transcribe.ts'

interface Options {
  language_code: string
  provider?: string
  webhook_url?: string
}

/** Adds a recording or video by drop, from this computer or from a URL. */
export function NewTranscription() {
  const [url, setUrl] = useState('')
  const [options, setOptions] = useState<Options>({ language_code: 'en-US' })
  const transcribe = useTranscribe({ showsErrors: true })
  const come = useMutation({
    meta: { showsErrors: true },
    mutationFn: async (source: File | string) => {
      const asset = await uploadAsset(source, { expected: assetType.audio })
      await transcribe.mutateAsync({ asset_id: asset.id, ...options })
    },
  })
  const change = (part: Partial<Options>) => {
    // An invalid field would prevent the form from being submitted.
    if (come.isError) come.reset()
    setOptions((before) => ({ ...before, ...part }))
  }
  const refused = come.error instanceof AtelierError ? come.error.errors : []
  const readError = (field: string) =>
    refused.find(({ path }) => path.replace(/^[/.]/, '') === field)?.message
  const isInOptions = Boolean(readError('language_code') ?? readError('webhook_url'))
  const isWrong = url.trim() !== '' && !isWebUrl(url.trim())
  return (
    <Form
      className={styles.form}
      aria-label="New transcription"
      onSubmit={submit(() => {
        if (isWebUrl(url.trim())) come.mutate(url.trim())
      })}
    >
      <div className={styles.ways}>
        <FileTrigger
          acceptedFileTypes={['audio/*', 'video/*']}
          onSelect={(files) => files?.[0] && come.mutate(files[0])}
        >
          <Button kind="first" isDisabled={come.isPending}>
            <Upload /> {come.isPending ? 'Adding …' : 'Choose a recording'}
          </Button>
        </FileTrigger>
        <div className={styles.url}>
          <Field
            label="Or from a URL"
            placeholder="https://…"
            inputMode="url"
            value={url}
            onChange={setUrl}
            error={isWrong ? 'A URL starts with https:// or http://.' : undefined}
          />
          <Button type="submit" isDisabled={come.isPending || !isWebUrl(url.trim())}>
            Fetch
          </Button>
        </div>
      </div>
      {!isInOptions && <Refusal error={come.error} />}
      <MoreOptions level={2} isForcedOpen={isInOptions}>
        <TranscriptionOptions options={options} errorOf={readError} onChange={change} />
      </MoreOptions>
      <DropAnywhere onFile={come.mutate} onUrl={come.mutate}>
        Drop the recording
      </DropAnywhere>
    </Form>
  )
}

interface OptionsProps {
  options: Options
  errorOf: (field: string) => string | undefined
  onChange: (part: Partial<Options>) => void
}

function TranscriptionOptions({ options, errorOf, onChange }: OptionsProps) {
  const { data: engines } = useQuery(enginesQuery)
  const engine = engines?.results.find(({ purpose }) => purpose === 'transcription')
  return (
    <>
      <Field
        label="Language"
        hint="A code such as en-US. Languages other than English need a multilingual model or another engine in Settings."
        maxLength={35}
        value={options.language_code}
        error={errorOf('language_code')}
        onChange={(language_code) => onChange({ language_code })}
      />
      {engine && engine.kind !== 'embedded' && (
        <Segments
          label="Engine"
          options={[
            { id: engine.kind, label: engine.kind },
            { id: 'embedded', label: 'Embedded' },
          ]}
          value={options.provider ?? engine.kind}
          onChange={(provider) => onChange({ provider })}
        />
      )}
      <Field
        label="Webhook URL"
        hint="Receives a signed request when the job has been submitted."
        placeholder="https://…"
        inputMode="url"
        maxLength={2000}
        value={options.webhook_url ?? ''}
        error={errorOf('webhook_url')}
        onChange={(url) => onChange({ webhook_url: url || undefined })}
      />
    </>
  )
}
