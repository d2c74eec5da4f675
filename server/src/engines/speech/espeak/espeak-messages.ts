export interface EspeakRequest {
  id: number
  text: string
  /** The name of an espeak voice, such as `es`. */
  voice: string
}

/** Underscores separate sounds; vertical bars separate clauses. */
export type EspeakAnswer = { id: number } & ({ ipa: string } | { error: string })
