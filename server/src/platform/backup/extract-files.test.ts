import { Header } from 'tar'
import { describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { extractFiles } from './extract-files.ts'

interface Entry {
  path: string
  type?: 'File' | 'Directory' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'FIFO'
  linkpath?: string
  content?: string
}

function pack(entries: Entry[]): Buffer {
  const blocks = entries.flatMap(({ path, type = 'File', linkpath = '', content = '' }) => {
    const header = new Header({ path, type, linkpath, size: content.length, mode: 0o600 })
    header.encode()
    const padded = Buffer.alloc(Math.ceil(content.length / 512) * 512)
    padded.write(content)
    return [header.block as Buffer, padded]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

async function* readBlocks(archive: Buffer) {
  for (let at = 0; at < archive.length; at += 700) yield archive.subarray(at, at + 700)
}

async function extract(archive: Buffer, maxBytes = 1000) {
  const found: Record<string, string> = {}
  await extractFiles('base.tar.zst', readBlocks(archive), maxBytes, async (entry) => {
    const chunks: Buffer[] = []
    for await (const chunk of entry.content) chunks.push(chunk)
    found[entry.path] = entry.isFolder ? 'folder' : String(Buffer.concat(chunks))
  })
  return found
}

test('files and folders of a cluster are passed on', async () => {
  const entries: Entry[] = [
    { path: 'cluster/base/', type: 'Directory' },
    { path: 'cluster/base/5/16384_fsm', content: 'x'.repeat(900) },
    { path: 'cluster/empty' },
    { path: 'password', content: 'secret' },
  ]
  expect(await extract(pack(entries))).toEqual({
    'cluster/base/': 'folder',
    'cluster/base/5/16384_fsm': 'x'.repeat(900),
    'cluster/empty': '',
    password: 'secret',
  })
})

describe('refused', () => {
  const outside = [
    '/etc/passwd',
    '../outside',
    'cluster/../../outside',
    'cluster/./x',
    'cluster/..',
    'clusterx',
    'files/x',
    'cluster/a\\..\\b',
    'cluster/with space',
    'cluster//x',
    'PASSWORD',
  ]
  test.each(outside)('the name %s', async (path) => {
    const { code, message } = await catchError(extract(pack([{ path, content: 'x' }])))
    expect({ code, message }).toEqual({
      code: 'backup_damaged',
      message: expect.stringContaining('has a file with the name'),
    })
  })

  test.each(['SymbolicLink', 'Link', 'CharacterDevice', 'FIFO'] as const)('a %s', async (type) => {
    const link = { path: 'cluster/base', type, linkpath: type.endsWith('Link') ? '/etc' : '' }
    const entries = [link, { path: 'cluster/base/passwd', content: 'x' }]
    expect((await catchError(extract(pack(entries)))).message).toContain(`has a ${type}`)
  })

  test('a file that is there twice', async () => {
    const file = { path: 'cluster/a', content: 'x' }
    expect((await catchError(extract(pack([file, file])))).message).toContain('"cluster/a" twice')
  })

  test('more bytes than the record says', async () => {
    const archive = pack([{ path: 'cluster/a', content: 'x'.repeat(2000) }])
    expect((await catchError(extract(archive))).message).toContain('is larger than it was')
  })

  test('an archive that is cut, and one that is none', async () => {
    const archive = pack([{ path: 'cluster/a', content: 'x'.repeat(900) }])
    expect(await catchError(extract(archive.subarray(0, 1000)))).toMatchObject({
      code: 'backup_damaged',
    })
    expect(await catchError(extract(Buffer.alloc(5000, 'no archive')))).toMatchObject({
      code: 'backup_damaged',
      message: expect.stringContaining('is not a valid archive'),
    })
  })
})
