import type { SocialAccount } from '@atelier/sdk'
import { EyeOff, Globe, Lock, Mail, Moon } from 'lucide-react'
import { useState } from 'react'
import { Segments } from '../../../ui/segments.tsx'
import type { Composition } from '../composition.ts'
import { lengthOn, problemsOn } from '../message-length.ts'
import { NetworkIcon, networkNames } from '../network-icon.tsx'
import { LinkCard } from './link-card.tsx'
import { MediaGrid } from './media-grid.tsx'
import styles from './preview.module.css'
import { findFirstLink, shortLink, splitAtLimit, splitParts } from './preview-text.ts'

interface Props {
  accounts: SocialAccount[]
  composition: Composition
}

/** The post as each chosen account will show it. */
export function PostPreview({ accounts, composition }: Props) {
  const [chosenId, setChosenId] = useState<number>()
  const account = accounts.find(({ id }) => id === chosenId) ?? accounts[0]
  return (
    <section className={styles.preview} aria-label="Preview">
      <h3 className={styles.heading}>Preview</h3>
      {!account && (
        <p className={styles.empty}>Choose an account to see the post on its network.</p>
      )}
      {account && accounts.length > 1 && (
        <Segments
          label="Preview for"
          isLabelHidden
          options={accounts.map(({ id, name }) => ({ id: String(id), label: name }))}
          value={String(account.id)}
          onChange={(id) => setChosenId(Number(id))}
        />
      )}
      {account && <OnNetwork account={account} composition={composition} />}
    </section>
  )
}

function OnNetwork({ account, composition }: { account: SocialAccount; composition: Composition }) {
  const { audience, media, message } = composition
  const isMastodon = account.network === 'mastodon'
  const warning = isMastodon ? audience.warning.trim() : ''
  const [fits, over] = splitAtLimit(account, composition)
  const link = findFirstLink(message)
  const replies = composition.comments.filter((text) => text.trim())
  const shown = media.slice(0, account.max_media)
  const isCovered =
    (isMastodon && (audience.isSensitive || warning !== '')) ||
    (account.network === 'bluesky' && audience.label !== '')
  return (
    <>
      <article className={styles.post} data-network={account.network}>
        <Author account={account} visibility={isMastodon ? audience.visibility : ''} />
        {warning && (
          <p className={styles.warning}>
            <EyeOff size={14} aria-hidden /> {warning}
          </p>
        )}
        {message.trim() ? (
          <p className={styles.text}>
            <Marked text={fits} isPlain={account.network === 'webhook'} />
            {over && <mark title="Over the limit">{over}</mark>}
          </p>
        ) : (
          <p className={styles.empty}>Your text appears here.</p>
        )}
        <MediaGrid media={shown} isCovered={isCovered} />
        {link && media.length === 0 && account.network !== 'webhook' && <LinkCard link={link} />}
      </article>
      {replies.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reply is known by nothing but its place
        <article key={index} className={`${styles.post} ${styles.reply}`}>
          <Author account={account} visibility="" />
          <p className={styles.text}>
            <Marked text={text} isPlain={account.network === 'webhook'} />
          </p>
        </article>
      ))}
      <Limits account={account} composition={composition} />
    </>
  )
}

const visibilityIcons = { unlisted: Moon, private: Lock, direct: Mail }

function Author({ account, visibility }: { account: SocialAccount; visibility: string }) {
  const Icon = visibilityIcons[visibility as keyof typeof visibilityIcons] ?? Globe
  const { name, handle, network } = account
  return (
    <header className={styles.author}>
      <span className={styles.face} aria-hidden>
        <NetworkIcon network={network} size={18} />
      </span>
      <span className={styles.names}>
        <strong>{name}</strong>
        <small>{handle && handle !== name ? handle : networkNames[network]}</small>
      </span>
      {network === 'mastodon' && <Icon size={14} className={styles.soft} aria-hidden />}
      <small className={styles.soft}>now</small>
    </header>
  )
}

/** A webhook receives plain text; networks mark links, mentions and hashtags. */
function Marked({ text, isPlain }: { text: string; isPlain: boolean }) {
  if (isPlain) return text
  return splitParts(text).map(({ kind, text: part }, index) =>
    kind === 'text' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by nothing but its place
      <span key={index} className={styles.mark}>
        {kind === 'link' ? shortLink(part) : part}
      </span>
    ),
  )
}

function Limits({ account, composition }: { account: SocialAccount; composition: Composition }) {
  const { max_characters, max_media } = account
  const [problem] = problemsOn(account, composition)
  return (
    <p className={styles.limits}>
      {lengthOn(account, composition)} of {max_characters} characters, {composition.media.length} of{' '}
      {max_media} media{problem && composition.message.trim() ? `. ${problem}` : ''}
    </p>
  )
}
