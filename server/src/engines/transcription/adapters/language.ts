/** Most engines expect only the language: en-US becomes en. */
export function primaryLanguage(languageCode: string): string {
  return languageCode.toLowerCase().split(/[-_]/)[0] ?? ''
}

/** The provider's code if it knows the region, otherwise only the language. */
export function knownLanguage(languageCode: string, regional: readonly string[]): string {
  const wanted = languageCode.toLowerCase().replaceAll('_', '-')
  const known = regional.find((code) => code.toLowerCase().replaceAll('_', '-') === wanted)
  return known ?? primaryLanguage(languageCode)
}
