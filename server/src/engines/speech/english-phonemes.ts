/**
 * The only file that uses the package `phonemizer`. The package declares Apache-2.0, but contains
 * espeak-ng compiled to WebAssembly, which is GPL-3.0-or-later. We use it unchanged, as a separate
 * package, in this engine's child process. If you redistribute Atelier with its node_modules, you
 * also redistribute espeak-ng and must comply with its licence. Its data is English only.
 */
type Phonemize = (text: string, language: string) => Promise<string[]>

let loading: Promise<Phonemize> | undefined

/** IPA for English text without punctuation. */
export async function englishIpa(text: string, accent: 'en-US' | 'en-GB'): Promise<string> {
  loading ??= load()
  const phonemize = await loading
  // “en” is British in espeak. “en-gb” keeps the previously used voice, so we can't use it.
  const clauses = await phonemize(text, accent === 'en-GB' ? 'en' : 'en-us')
  return clauses.join(' ').trim()
}

/**
 * The package adds process-wide error handlers that rethrow from its single 1.3 MB line, which
 * would end up in our log. It works without them.
 */
async function load(): Promise<Phonemize> {
  const events = ['uncaughtException', 'unhandledRejection']
  const before = new Set(events.flatMap((event) => process.rawListeners(event)))
  const { phonemize } = await import('phonemizer')
  for (const event of events) {
    for (const listener of process.rawListeners(event)) {
      if (!before.has(listener)) process.off(event, listener as () => void)
    }
  }
  return phonemize
}
