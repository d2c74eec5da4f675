import type { Feature } from '../feature.ts'
import { generateImageTask } from './generate-image.ts'
import { aiImageRoutes } from './routes.ts'

export const aiImages: Feature = {
  name: 'ai-images',
  tags: {
    'Generated images': 'Images from prompts, by an external engine. Each call starts a task.',
  },
  operations: aiImageRoutes,
  tasks: [generateImageTask],
}
