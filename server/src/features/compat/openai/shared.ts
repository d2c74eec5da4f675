import { openAiErrors } from './errors.ts'

/** What all operations of this layer share. */
export const openAi = {
  tag: 'OpenAI',
  keyPlaces: ['bearer'],
  errorFormat: openAiErrors,
} as const
