/**
 * The only file that touches the package `phonemizer`. It says Apache-2.0 of itself, but carries
 * espeak-ng compiled to WebAssembly, which is GPL-3.0-or-later. It is used unchanged, as a separate
 * package, in the child process of this engine; whoever gives Atelier to others together with its
 * node_modules gives espeak-ng along and has to keep to its licence. The data inside is English only.
 */
type Phonemize = (text: string, language: string) => Promise<string[]>

let loading: Promise<Phonemize> | undefined

/** IPA of a piece of English without punctuation. */
export async function englishIpa(text: string, accent: 'en-US' | 'en-GB'): Promise<string> {
  loading ??= load()
  const phonemize = await loading
  // “en” is British in espeak. Its “en-gb” keeps whatever voice was used before, so it is of no use.
  const clauses = await phonemize(text, accent === 'en-GB' ? 'en' : 'en-us')
  return clauses.join(' ').trim()
}

/**
 * The package listens for errors of the whole process and throws them again from its one line of
 * 1.3 MB, which would then stand in our log. It does not need to.
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
