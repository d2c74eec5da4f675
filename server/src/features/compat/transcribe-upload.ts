import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { FormFile } from '../assets/receive-form.ts'
import { submitTranscription } from '../transcriptions/submit-transcription.ts'
import { detectStoredType, keepInput } from './keep-input.ts'
import { submitOnce } from './submit-once.ts'

interface Recording {
  operationId: string
  file: FormFile
  languageCode: string
  translate?: boolean
  /** The other fields, which identify a repeated request. */
  input: object
}

/** Submits an uploaded recording for transcription; the file is kept for a day. */
export async function transcribeUpload(
  deps: Deps,
  actor: Actor,
  request: FastifyRequest,
  { operationId, file, languageCode, translate = false, input }: Recording,
): Promise<{ id: string }> {
  const { field: _, type: __, ...content } = file
  // Something unknown may still be a recording: FFmpeg reads more than we recognise.
  const type = (await detectStoredType(deps, file)) ?? 'audio/mpeg'
  return submitOnce(deps, request, {
    operationId,
    input: { ...input, languageCode, translate, sha256: file.sha256 },
    submit: async (inside) => {
      const asset_id = await keepInput(inside, actor, content, type)
      return submitTranscription(inside, actor, {
        asset_id,
        language_code: languageCode,
        translate,
      })
    },
  })
}
