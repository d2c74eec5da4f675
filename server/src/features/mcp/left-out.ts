import { isCallable } from '../../http/call-operation.ts'
import type { Operation } from '../../http/operation.ts'

const credential = 'People manage credentials, not the agents that use them.'
const secret = 'It accepts or returns a secret, which would pass through a model.'
const browser = 'It is for a browser that then opens its own connection.'

/** Operations that are not tools, with the reason, in addition to those `isCallable` excludes. */
export const leftOut: Readonly<Record<string, string>> = {
  createApiKey: credential,
  listApiKeys: credential,
  getApiKey: credential,
  revokeApiKey: credential,
  logOut: credential,
  updateMe: credential,
  changePassword: credential,
  createInvitation: 'It returns a token that gives a person access.',
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
  createIncomingWebhook: secret,
  createSocketTicket: browser,
  getPushKey: browser,
  createPushSubscription: browser,
  loadDemoData: 'It is for people who try the product.',
  getDemoData: 'It is for people who try the product.',
  removeDemoData: 'It is for people who try the product.',
  getTaskProgress: 'getTask returns the same and more.',
}

/** Streaming, binary and public operations cannot be called internally. */
export function isTool(operation: Operation): boolean {
  return isCallable(operation) && !Object.hasOwn(leftOut, operation.id)
}
