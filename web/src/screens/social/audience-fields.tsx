import type { SocialAccount } from '@atelier/sdk'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { MoreOptions } from '../../ui/more-options.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import { type Audience, labels, listLanguages, visibilities } from './network-options.ts'

interface Props {
  accounts: SocialAccount[]
  audience: Audience
  onChange: (audience: Audience) => void
  error: string | undefined
}

/** Audience settings that the chosen networks support. */
export function AudienceFields({ accounts, audience, onChange, error }: Props) {
  const has = (network: SocialAccount['network']) => accounts.some((one) => one.network === network)
  const [onMastodon, onBluesky] = [has('mastodon'), has('bluesky')]
  if (!onMastodon && !onBluesky) return null
  const update = (part: Partial<Audience>) => onChange({ ...audience, ...part })
  const { visibility, warning, isSensitive, label, language } = audience
  const isChosen = [visibility, warning, label, language].some(Boolean) || isSensitive
  return (
    <MoreOptions
      label="Audience, warnings and language"
      isOpenAtFirst={isChosen}
      isForcedOpen={error !== undefined}
    >
      {onMastodon && (
        <>
          <Choice
            label="Who sees it on Mastodon"
            options={visibilities}
            value={visibility || 'default'}
            onChange={(id) => update({ visibility: id === 'default' ? '' : id })}
          />
          <Field
            label="Content warning on Mastodon (optional)"
            hint="Readers see it before the text. It counts towards the length."
            maxLength={500}
            value={warning}
            onChange={(text) => update({ warning: text })}
            error={error}
          />
          <TickBox
            isSelected={isSensitive}
            onChange={(isChosen) => update({ isSensitive: isChosen })}
          >
            Hide media with a warning on Mastodon
          </TickBox>
        </>
      )}
      {onBluesky && (
        <Choice
          label="Content label for images on Bluesky"
          options={labels}
          value={label || 'none'}
          onChange={(id) => update({ label: id === 'none' ? '' : id })}
        />
      )}
      <Choice
        label="Language"
        options={listLanguages(language)}
        value={language || 'none'}
        onChange={(id) => update({ language: id === 'none' ? '' : id })}
      />
    </MoreOptions>
  )
}
