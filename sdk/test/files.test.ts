import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { catchError } from '../../server/test/catch-error.ts'
import { startHttpServer } from '../../server/test/local-servers.ts'
import { draw, png } from '../../server/test/scenes.ts'
import { useFolder } from '../../server/test/use-folder.ts'
import { type Asset, type Atelier, isInvalid, JobFailed } from '../src/index.ts'
import { fileFrom } from '../src/node.ts'
import { useServer } from './use-server.ts'

const server = useServer()
let atelier: Atelier
let picture: Uint8Array<ArrayBuffer>
const folder = useFolder()

beforeAll(async () => {
  atelier = server.createClient(await server.service.tenant())
  picture = (await png(draw(40, 30, (x) => [x * 5, 90, 120]))) as Uint8Array<ArrayBuffer>
})

/** The stored file equals the uploaded file, byte by byte. */
async function expectPicture(asset: Asset, name: string): Promise<void> {
  expect(asset).toMatchObject({ name, content_type: 'image/png', bytes: picture.length })
  const response = await atelier.assets.download(asset.file_url as string)
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(picture)
}

function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull: (stream) => {
      if (at >= bytes.length) return stream.close()
      stream.enqueue(bytes.subarray(at, at + 20))
      at += 20
    },
  })
}

test('bytes, a blob, a file, a stream and a path are uploaded unchanged', async () => {
  const { assets } = atelier
  const contentType = 'image/png'
  await expectPicture(await assets.upload(picture, { filename: 'a.png', contentType }), 'a.png')
  await expectPicture(await assets.upload(new Blob([picture], { type: contentType })), 'file')
  const file = new File([picture], 'Größe 1.png', { type: contentType })
  await expectPicture(await assets.upload(file), 'Größe 1.png')
  const streamed = await assets.upload(inPieces(picture), { filename: 'ö.png', contentType })
  await expectPicture(streamed, 'ö.png')
  const path = join(folder, 'b.png')
  await writeFile(path, picture)
  await expectPicture(await assets.upload(await fileFrom(path)), 'b.png')
})

test('a file is uploaded into a folder, as a whole or as a stream', async () => {
  const { assets } = atelier
  const { id: folderId } = await assets.createFolder({ name: 'Uploads' })
  for (const content of [picture, inPieces(picture)]) {
    const asset = await assets.upload(content, { filename: 'f.png', folderId })
    expect(asset.folder_id).toBe(folderId)
    await expectPicture(asset, 'f.png')
  }
})

test('an unknown type is detected from the bytes; files that are not media are rejected', async () => {
  await expectPicture(await atelier.assets.upload(picture, { filename: 'c' }), 'c')
  await expectPicture(await atelier.assets.upload(inPieces(picture), { filename: 'd' }), 'd')
  expect(isInvalid(await catchError(atelier.assets.upload(new Blob(['just words']))))).toBe(true)
})

test('a signed upload: sign, put, register, wait', async () => {
  const { signed, asset } = await atelier.assets.signUpload({
    filename: 'e.png',
    filetype: 'image/png',
  })
  await atelier.assets.putFile(signed, picture)
  await atelier.assets.register({ id: asset, asset_name: 'e.png' })
  const done = await atelier.assets.wait(asset, { pollIntervalMs: 50 })
  expect([done.status, done.width, done.height]).toEqual([4, 40, 30])
  await expectPicture(done, 'e.png')
})

test('a byte range, and a manipulated link', async () => {
  const { file_url } = await atelier.assets.upload(picture, { filename: 'f.png' })
  const part = await atelier.assets.download(file_url as string, {
    headers: { Range: 'bytes=0-7' },
  })
  expect([part.status, (await part.bytes()).length]).toEqual([206, 8])
  const wrong = new URL(file_url as string)
  wrong.searchParams.set('signature', 'x')
  expect(await catchError(atelier.assets.download(wrong.href))).toMatchObject({
    code: 'link_invalid',
  })
})

test('an asset from a URL; waiting fails if it cannot be fetched', async () => {
  const site = await startHttpServer((request, response) => {
    if (request.url === '/photo.png') return void response.end(picture)
    response.statusCode = 404
    response.end()
  })
  const { id } = await atelier.assets.createFromUrl({ url: `${site.url}/photo.png` })
  const done = await atelier.assets.wait(id, { pollIntervalMs: 50 })
  expect([done.status, done.bytes]).toEqual([4, picture.length])
  const missing = await atelier.assets.createFromUrl({ url: `${site.url}/gone.png` })
  const error = await catchError(atelier.assets.wait(missing.id, { pollIntervalMs: 50 }))
  expect(error).toBeInstanceOf(JobFailed)
  expect((error as JobFailed<Asset>).record.status).toBe(2)
  await site.close()
})
