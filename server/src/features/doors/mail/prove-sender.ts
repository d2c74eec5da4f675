import { programFile } from '../../../lib/installation.ts'
import { noWorkspace, type TextFormat, workOnText } from '../../../lib/texts/work-on-text.ts'
import { type InboundMail, maxMailBytes } from './inbound-mail.ts'
import { isAligned, type Proof, proofInHeaders, readDomain } from './sender-proof.ts'
import type { Signatures } from './signature-thread.ts'

/** Each costs a DNS query and a hash of the body. Mails have one, or two with their provider's. */
const maxSignatures = 5

const signed: TextFormat<{ raw: Uint8Array }, Signatures> = {
  program: programFile('server/src/features/doors/mail/signature-thread.ts'),
  load: () => import('./signature-thread.ts'),
  maxQuickSize: 0,
  maxSeconds: 5,
}

const checkSignatures = (raw: Uint8Array) =>
  workOnText(signed, { workspaceId: noWorkspace, size: raw.length }, { raw })

/**
 * Checks the DKIM signatures of a message that we have as it was sent. A signature that is wrong
 * outweighs what a header says. Without one that can be checked, the header of the trusted receiving
 * server decides.
 */
export async function proveSender(
  raw: Buffer,
  mail: Pick<InboundMail, 'headers' | 'from'>,
  authservId: string | undefined,
  check: (raw: Uint8Array) => Promise<Signatures | undefined> = checkSignatures,
): Promise<Proof> {
  const count = (name: string) => mail.headers.filter(({ key }) => key === name).length
  if (count('from') !== 1) return { missing: 'there is not exactly one From header' }
  const signatures = count('dkim-signature')
  if (signatures === 0 || signatures > maxSignatures || raw.length > maxMailBytes) {
    return proofInHeaders(mail, authservId)
  }
  // A copy, because a thread would get the whole buffer of a view.
  const found = await check(new Uint8Array(raw))
  const domain = readDomain(mail.from)
  if (found?.right.some((signer) => isAligned(signer, domain))) return { by: 'dkim' }
  if (found && !found.isDnsAway && found.wrong.some((signer) => isAligned(signer, domain))) {
    return { missing: 'the DKIM signature of the sender’s domain is wrong' }
  }
  return proofInHeaders(mail, authservId)
}
