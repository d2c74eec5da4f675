import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { OperationCaller } from '../../../http/call-operation.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { forgetContent } from '../../assets/remove-unused.ts'
import { assetStatus } from '../../assets/schemas.ts'
import { assetOfUpload, typeOfUpload } from '../../assets/upload-asset.ts'
import { eventsTopic } from '../../events/dispatch-events.ts'
import { fileLink } from '../jobs/job-result.ts'
import { untilNews } from '../news.ts'
import { renameInError } from '../rename-in-error.ts'
import type { Tool } from '../surface.ts'
import { valueResult } from '../tool-result.ts'
import { commonTool, type Use } from './common-tool.ts'
import { findKind } from './record-kinds.ts'
import { localPath } from './references.ts'

/** What fits a request to /mcp, in bytes. */
const maxBytes = 3 * 1024 * 1024
const maxWaitMs = 60_000
const unsupported = '. Send an image, recording, video, PDF or font'

const UploadFile = Type.Object({
  url: Type.Optional(Type.String({ maxLength: 2000, description: 'The server fetches it.' })),
  data: Type.Optional(Type.String({ description: 'Instead: base64 or a data: URL, up to 3 MiB.' })),
  name: Type.Optional(Type.String({ maxLength: 255, description: 'File name.' })),
})

export function fileTools(caller: OperationCaller): Tool[] {
  return [
    commonTool(caller, {
      name: 'upload_file',
      title: 'Add a file',
      description: 'Stores an image, recording, video, PDF or font for later use.',
      permission: 'assets:write',
      input: UploadFile,
      call: async (use, { url, data, name }) => {
        if ((url === undefined) === (data === undefined)) {
          throw invalid('url', 'pass either url or data')
        }
        if (url !== undefined && localPath.test(url)) {
          throw invalid('url', 'is a path on your machine. Pass the content as data instead')
        }
        const body = { url, ...(name !== undefined && { name }) }
        const id =
          data === undefined
            ? String((await use.run('createAssetFromUrl', { body })).id)
            : await store(use, data, name)
        const file = await whenProcessed(use, id)
        const { content_type } = file as { content_type: string | null }
        const links = [fileLink({ id, name: String(file.name), content_type })]
        return valueResult(findKind('file').brief(file), use.call.form, { links })
      },
    }),
  ]
}

async function store({ call }: Use, data: string, name = 'file'): Promise<string> {
  const { deps, actor } = call
  const [, type = 'application/octet-stream', text = data] =
    /^data:([^;,]*);base64,(.*)$/s.exec(data) ?? []
  if (!/^[\w+/=\s-]+$/.test(text)) throw invalid('data', 'must be base64 or a data: URL')
  const bytes = Buffer.from(text, 'base64')
  const stored = await deps.storage.putContent(Readable.from([bytes]), { maxBytes })
  const file = { ...stored, name, type }
  try {
    const known = { ...file, type: await typeOfUpload(deps, file) }
    return (await assetOfUpload(deps, actor, known)).id
  } catch (error) {
    await forgetContent(deps, [stored.key])
    return renameInError('file', 'data', unsupported)(error)
  }
}

/** The file once its size and thumbnail are known, or as it is after a minute. */
async function whenProcessed({ run, call }: Use, id: string): Promise<Record<string, unknown>> {
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(maxWaitMs)])
  for (;;) {
    const file: Record<string, unknown> = await run('getAsset', { params: { id } })
    if (file.status === assetStatus.processingFailed) {
      throw problem('validation_failed', { detail: `The file is not usable: ${file.error}` })
    }
    const isOver = file.status === assetStatus.done || file.status === assetStatus.thumbnailFailed
    if (isOver || signal.aborted) return file
    await untilNews(call.deps.bus, eventsTopic, 500, signal)
  }
}
