import { isCallable } from '../../http/call-operation.ts'
import type { Operation } from '../../http/operation.ts'

const credential = 'Credentials are managed by people, not by what runs on them.'
const secret = 'It takes or shows a secret, which would pass through a model.'
const browser = 'It is for a browser that follows up with a connection of its own.'

/** Operations that are not tools, with the reason, in addition to those `isCallable` excludes. */
export const leftOut: Readonly<Record<string, string>> = {
  createApiKey: credential,
  listApiKeys: credential,
  getApiKey: credential,
  revokeApiKey: credential,
  logOut: credential,
  updateMe: credential,
  changePassword: credential,
  createInvitation: 'It shows a token that lets a person in.',
  connectSocialAccount: secret,
  getWebhookSecret: secret,
  createWebhookSubscription: secret,
  rotateWebhookSecret: secret,
  chooseOutpaintingEngine: secret,
  chooseSpeechEngine: secret,
  chooseTranscriptionEngine: secret,
  chooseVideoEngine: secret,
  createChatWebhook: secret,
  updateChatWebhook: secret,
  createSocketTicket: browser,
  getPushKey: browser,
  createPushSubscription: browser,
  loadDemoData: 'It is for people who look around, and cannot be taken back.',
  getTaskProgress: 'getTask says the same and more.',
}

/** Streaming, binary and public operations cannot be called internally. */
export function isTool(operation: Operation): boolean {
  return isCallable(operation) && !Object.hasOwn(leftOut, operation.id)
}
