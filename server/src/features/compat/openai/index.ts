import type { Feature } from '../../feature.ts'
import { audioRoutes } from './audio-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { imageRoutes } from './image-routes.ts'
import { modelRoutes } from './model-routes.ts'
import { openAi } from './shared.ts'

/** Programs written for OpenAI work here after changing their base URL. */
export const openAiCompat: Feature = {
  name: 'compat/openai',
  tags: {
    [openAi.tag]:
      'For programs written for OpenAI: change the base URL and the key. See docs/drop-in/openai.md.',
  },
  operations: () => [...modelRoutes(), ...audioRoutes(), ...imageRoutes(), ...fileRoutes()],
}
