import {
  composeDigest,
  composeMail,
  type DigestInput,
  type Mail,
  type MailInput,
} from './compose-mail.ts'

export function work(input: MailInput | DigestInput): Mail {
  return 'messages' in input ? composeDigest(input) : composeMail(input)
}
