import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts secrets before they are stored: tokens of connections, private keys. */
export interface SecretBox {
  /** `purpose` is part of the key: a value moved to another place does not open there. */
  seal(text: string, purpose: string): string
  open(sealed: string, purpose: string): string
}

export interface BoxKeys {
  installation: string
  operator: string | undefined
}

/**
 * With the operator's key, a copy of the database alone reveals no secret. Without one, the key is
 * in the database's own table of server secrets, and protects against leaks of single tables only.
 */
export function secretBox(keys: BoxKeys): SecretBox {
  const current = currentKey(keys)
  const derived = new Map<string, Buffer>()
  const derivePurposeKey = (which: string, purpose: string) => {
    const name = `${which}.${purpose}`
    const key = derived.get(name) ?? deriveKey(keys, which, purpose)
    derived.set(name, key)
    return key
  }
  return {
    seal: (text, purpose) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', derivePurposeKey(current, purpose), nonce)
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `${current}.${Buffer.concat(parts).toString('base64url')}`
    },
    open: (sealed, purpose) => {
      const [which = '', text = ''] = sealed.split('.', 2)
      const bytes = Buffer.from(text, 'base64url')
      const key = derivePurposeKey(which, purpose)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(-16))
      const parts = [decipher.update(bytes.subarray(12, -16)), decipher.final()]
      return Buffer.concat(parts).toString('utf8')
    },
  }
}

/** The key that seals now: `o` for the operator's, `i` for the installation's. */
export function currentKey({ operator }: Pick<BoxKeys, 'operator'>): 'o' | 'i' {
  return operator === undefined ? 'i' : 'o'
}

function deriveKey({ installation, operator }: BoxKeys, which: string, purpose: string): Buffer {
  if (which === 'o' && operator === undefined) {
    throw new Error('A stored secret needs ATELIER_SECRET_KEY, which is not set.')
  }
  const source = which === 'o' ? (operator as string) : installation
  return Buffer.from(hkdfSync('sha256', source, 'atelier secret box', purpose, 32))
}
