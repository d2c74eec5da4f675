import { programFile } from '../../../lib/installation.ts'
import { noWorkspace, type TextFormat, workOnText } from '../../../lib/texts/work-on-text.ts'
import type { MimeRequest } from './mime-thread.ts'

/** A received email, whatever way it came. */
export interface InboundMail {
  messageId: string
  from: string
  /** The envelope's recipients and those of the headers. */
  recipients: string[]
  /** From the top: servers add theirs before those of the sender. */
  headers: { key: string; value: string }[]
  text: string
  html: string
}

/** Enough for a reply with its quotes. The rest and all attachments are dropped. */
export const maxMailBytes = 1024 ** 2
/** As many as attachments of that size have. The parser slows down with each line. */
const maxLines = 20_000

const mime: TextFormat<MimeRequest, InboundMail | undefined> = {
  program: programFile('server/src/features/doors/mail/mime-thread.ts'),
  load: () => import('./mime-thread.ts'),
  // The headers alone can take 30 ms, and nobody waits for the answer.
  maxQuickSize: 0,
  // The longest takes about a second.
  maxSeconds: 5,
}

/** Reads a message in MIME. Undefined if it is malformed or takes too long. */
export async function parseMime(
  raw: Buffer | string,
  envelopeTo: string[] = [],
): Promise<InboundMail | undefined> {
  // A copy, because a thread would get the whole buffer of a view.
  const beginning = new Uint8Array(firstLines(Buffer.from(raw).subarray(0, maxMailBytes)))
  const share = { workspaceId: noWorkspace, size: beginning.length }
  return workOnText(mime, share, { raw: beginning, envelopeTo })
}

function firstLines(raw: Buffer): Buffer {
  let end = -1
  for (let lines = 0; lines < maxLines; lines++) {
    end = raw.indexOf('\n', end + 1)
    if (end < 0) return raw
  }
  return raw.subarray(0, end)
}

/** Out-of-office notes and bounces answer nothing. */
export function isAutomatic({ headers }: InboundMail): boolean {
  return headers.some(({ key, value }) => {
    const text = value.trim().toLowerCase()
    if (key === 'auto-submitted') return text !== 'no'
    if (key === 'precedence') return ['bulk', 'junk', 'auto_reply'].includes(text)
    return key === 'x-autoreply' || key === 'x-autorespond'
  })
}
