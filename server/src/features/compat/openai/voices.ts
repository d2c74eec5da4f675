/** OpenAI's voices, and the embedded voice that comes closest to each. */
export const openAiVoices: Readonly<Record<string, string>> = {
  alloy: 'af_alloy',
  ash: 'am_michael',
  ballad: 'bm_george',
  cedar: 'am_fenrir',
  coral: 'af_bella',
  echo: 'am_echo',
  fable: 'bm_fable',
  marin: 'af_heart',
  nova: 'af_nova',
  onyx: 'am_onyx',
  sage: 'af_kore',
  shimmer: 'af_sarah',
  verse: 'am_puck',
}
