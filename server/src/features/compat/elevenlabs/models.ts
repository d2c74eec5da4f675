const languages = ['en', 'es', 'fr', 'hi', 'it', 'ja', 'pt', 'zh']

const names = Object.entries({
  eleven_multilingual_v2: 'Eleven Multilingual v2',
  eleven_turbo_v2_5: 'Eleven Turbo v2.5',
  eleven_flash_v2_5: 'Eleven Flash v2.5',
  eleven_v3: 'Eleven v3',
})

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** ElevenLabs' names that existing programs send. All of them mean the same engine. */
export const elevenLabsModels = names.map(([model_id, name]) => ({
  model_id,
  name,
  can_be_finetuned: false,
  can_do_text_to_speech: true,
  can_do_voice_conversion: false,
  can_use_style: false,
  can_use_speaker_boost: false,
  serves_pro_voices: false,
  token_cost_factor: 0,
  description: 'Spoken by the engine that this workspace has chosen.',
  requires_alpha_access: false,
  maximum_text_length_per_request: 100_000,
  languages: languages.map((language_id) => ({
    language_id,
    name: languageNames.of(language_id) ?? language_id,
  })),
}))
