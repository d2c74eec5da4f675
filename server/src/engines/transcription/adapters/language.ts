/** Most engines take the language alone: en-US is en. */
export function primaryLanguage(languageCode: string): string {
  return languageCode.toLowerCase().split(/[-_]/)[0] ?? ''
}

/** The code as the provider writes it if it knows the region, and the language alone if not. */
export function knownLanguage(languageCode: string, regional: readonly string[]): string {
  const wanted = languageCode.toLowerCase().replaceAll('_', '-')
  const known = regional.find((code) => code.toLowerCase().replaceAll('_', '-') === wanted)
  return known ?? primaryLanguage(languageCode)
}
