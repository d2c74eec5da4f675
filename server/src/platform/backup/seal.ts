import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { BackupError, DamagedObject } from './backup-error.ts'

/** Turns bytes into their form in the repository and back: compressed, and encrypted with a key. */
export interface Seal {
  isEncrypted: boolean
  /** A value that only this key produces, to recognize a wrong key before reading anything. */
  keyCheck: string
  /** The name of a chunk. With a key, it reveals nothing about the content. */
  nameOf(sha256: string): string
  close(name: string, content: Uint8Array): Promise<Buffer>
  /** Throws `DamagedObject` unless these are exactly the bytes that were sealed under this name. */
  open(name: string, sealed: Buffer): Promise<Buffer>
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

export const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

export const plainSeal: Seal = {
  isEncrypted: false,
  keyCheck: '',
  nameOf: (sha256) => sha256,
  close: async (_name, content) => {
    const packed = await compress(content, fast)
    return Buffer.concat([createHash('sha256').update(packed).digest(), packed])
  },
  open: async (_name, sealed) => {
    const packed = sealed.subarray(32)
    const isWhole = createHash('sha256').update(packed).digest().equals(sealed.subarray(0, 32))
    if (!isWhole) throw new DamagedObject()
    return decompress(packed)
  },
}

/** AES-256-GCM with a random nonce per object: safe for 2^32 objects, 16 PiB with our chunks. */
export function encryptingSeal(key: Buffer): Seal {
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `atelier ${use}`, 32))
  const [content, names, check] = ['content', 'names', 'check'].map(derived) as Buffer[]
  return {
    isEncrypted: true,
    keyCheck: (check as Buffer).toString('hex'),
    nameOf: (sha256) =>
      createHmac('sha256', names as Buffer)
        .update(sha256)
        .digest('hex'),
    close: async (name, plain) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', content as Buffer, nonce)
      cipher.setAAD(Buffer.from(name))
      const secret = cipher.update(await compress(plain, fast))
      return Buffer.concat([nonce, secret, cipher.final(), cipher.getAuthTag()])
    },
    open: async (name, sealed) => {
      if (sealed.length < 28) throw new DamagedObject()
      const decipher = createDecipheriv('aes-256-gcm', content as Buffer, sealed.subarray(0, 12))
      decipher.setAAD(Buffer.from(name))
      decipher.setAuthTag(sealed.subarray(-16))
      return decompress(opened(decipher, sealed.subarray(12, -16)))
    },
  }
}

function opened(decipher: ReturnType<typeof createDecipheriv>, secret: Buffer): Buffer {
  try {
    return Buffer.concat([decipher.update(secret), decipher.final()])
  } catch {
    throw new DamagedObject()
  }
}

/** The key of the settings, or undefined if there is none. */
export async function readKey(settings: {
  key: string | undefined
  keyFile: string | undefined
}): Promise<Buffer | undefined> {
  if (settings.key) return parseKey(settings.key)
  if (!settings.keyFile) return undefined
  const text = await readFile(settings.keyFile, 'utf8').catch((error) => {
    throw new BackupError(
      'backup_key_wrong',
      `The backup key in ${settings.keyFile} cannot be read (${error.code}). Correct ATELIER_BACKUP_KEY_FILE.`,
    )
  })
  return parseKey(text)
}

/** 32 bytes as 64 hexadecimal digits or in base64, as `openssl rand` writes them. */
function parseKey(text: string): Buffer {
  const trimmed = text.trim()
  const key = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64')
  if (key.length === 32) return key
  throw new BackupError(
    'backup_key_wrong',
    'The backup key is not 32 bytes in hexadecimal or base64. Create one with: openssl rand -hex 32',
  )
}
