import { declareEngine, type ModelFiles } from '../declare-engine.ts'
import { EngineError } from '../engine-error.ts'

/** Multilingual models, the best first. */
const multilingualModels = ['whisper-small', 'whisper-base', 'whisper-tiny']

export const missingModel =
  'Languages other than English and translation need a multilingual model, which is not installed. The operator can install one: atelier models pull whisper-base'

export async function findMultilingualModel({
  isReady,
}: Pick<ModelFiles, 'isReady'>): Promise<string | undefined> {
  for (const id of multilingualModels) if (await isReady(id)) return id
  return undefined
}

/** Reports each part as it finishes, so another run can resume after it. */
export const transcription = declareEngine({
  load: () => import('./run.ts'),
  timeoutSeconds: 12 * 3600,
  keepsMemory: true,
  findModels: async (files, { language, translate }) => {
    const silero = await files.find('silero')
    // English has its own models; every other language needs one that the operator has pulled.
    const isEnglish = language === 'en' && !translate
    const id = isEnglish ? files.englishModel : await findMultilingualModel(files)
    if (!id) throw new EngineError('model_missing', missingModel, { field: 'language_code' })
    const path = await files.find(id)
    if (id === 'moonshine') return { silero, moonshine: path }
    return { silero, whisper: { path, version: id.slice('whisper-'.length) } }
  },
})
