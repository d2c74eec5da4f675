type Json = Record<string, unknown>

/** Network-specific settings as the composer shows them. Empty means not set. */
export interface Audience {
  /** Mastodon: who can see it. */
  visibility: string
  /** Mastodon: shown in place of the post until the reader opens it. */
  warning: string
  /** Mastodon: hides the media. */
  isSensitive: boolean
  /** Bluesky: a content label for the images, which hides them. */
  label: string
  /** Used on both networks. */
  language: string
}

export const visibilities = [
  { id: 'default', label: 'Account default' },
  { id: 'public', label: 'Everyone' },
  { id: 'unlisted', label: 'Everyone, but not in public timelines' },
  { id: 'private', label: 'Followers' },
  { id: 'direct', label: 'Mentions only' },
]

export const labels = [
  { id: 'none', label: 'No label' },
  { id: 'sexual', label: 'Suggestive' },
  { id: 'nudity', label: 'Nudity' },
  { id: 'porn', label: 'Adult content' },
  { id: 'graphic-media', label: 'Violence or other graphic media' },
]

const spoken = [
  ...['ar', 'cs', 'da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'he', 'hi', 'hu', 'id', 'it', 'ja'],
  ...['ko', 'nb', 'nl', 'pl', 'pt', 'ro', 'ru', 'sv', 'th', 'tr', 'uk', 'vi', 'zh'],
]

const names = new Intl.DisplayNames('en', { type: 'language' })

/** The most common languages, and the chosen one. */
export function listLanguages(chosen: string) {
  const all = chosen && !spoken.includes(chosen) ? [chosen, ...spoken] : spoken
  const options = all.map((id) => ({ id, label: nameLanguage(id) }))
  return [
    { id: 'none', label: 'Default' },
    ...options.toSorted((a, b) => a.label.localeCompare(b.label)),
  ]
}

/** A value from the API may not be a valid language. */
export function nameLanguage(language: string): string {
  try {
    return names.of(language) ?? language
  } catch {
    return language
  }
}

export function readAudience(additional: Json = {}): Audience {
  const [mastodon, bluesky] = [toObject(additional.mastodon), toObject(additional.bluesky)]
  return {
    visibility: toText(mastodon.visibility),
    warning: toText(mastodon.spoiler_text),
    isSensitive: mastodon.sensitive === true,
    label: toText(toList(bluesky.labels)[0]),
    language: toText(mastodon.language) || toText(toList(bluesky.langs)[0]),
  }
}

/** The audience in API form. Other network settings stay unchanged. */
export function writeAudience(before: Json = {}, audience: Audience): Json {
  const was = readAudience(before)
  const { visibility, warning, isSensitive, label, language } = audience
  const changed = (name: keyof Audience) => audience[name] !== was[name]
  return withoutEmpty({
    ...before,
    mastodon: withoutEmpty({
      ...toObject(before.mastodon),
      ...(changed('visibility') && { visibility }),
      ...(changed('warning') && { spoiler_text: warning.trim() }),
      ...(changed('isSensitive') && { sensitive: isSensitive || undefined }),
      ...(changed('language') && { language }),
    }),
    bluesky: withoutEmpty({
      ...toObject(before.bluesky),
      ...(changed('label') && { labels: label ? [label] : undefined }),
      ...(changed('language') && { langs: language ? [language] : undefined }),
    }),
  })
}

function withoutEmpty(values: Json): Json {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}

function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
