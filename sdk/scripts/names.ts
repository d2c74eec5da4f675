/**
 * Names the document's operations in the client.
 *
 * The noun comes from the tag, the method from the operationId without the noun in it:
 * `listBoardMembers` under "Boards" is `boards.listMembers`. Names that would read badly that way
 * are listed below, and only there.
 */

/** Tags whose noun differs from the tag, with the words that their methods leave out. */
const nouns: Record<string, { noun: string; leaveOut: string[] }> = {
  'Image tools': { noun: 'images', leaveOut: ['Image'] },
  'Generated images': { noun: 'aiImages', leaveOut: ['AiImage'] },
  'Video tools': { noun: 'videoTools', leaveOut: [] },
  Transcription: { noun: 'transcriptions', leaveOut: ['Transcription'] },
  Video: { noun: 'videos', leaveOut: ['Video'] },
  'Board tasks': { noun: 'boardTasks', leaveOut: ['BoardTask', 'Task'] },
  Notifications: { noun: 'notifications', leaveOut: ['AgentNotification', 'Notification'] },
  'Pages for people': { noun: 'pages', leaveOut: ['Page'] },
  'Social media': { noun: 'social', leaveOut: ['Social'] },
  'Team chat': { noun: 'chat', leaveOut: ['Chat'] },
  Push: { noun: 'push', leaveOut: ['Push'] },
  Live: { noun: 'live', leaveOut: ['Socket'] },
  Idempotency: { noun: 'idempotency', leaveOut: ['IdempotentResponse'] },
}

/** Operations that the rule would name badly. */
const exceptions: Record<string, string> = {
  // Two kinds of resources under one tag.
  createApiKey: 'apiKeys.create',
  listApiKeys: 'apiKeys.list',
  getApiKey: 'apiKeys.get',
  revokeApiKey: 'apiKeys.revoke',
  logIn: 'auth.logIn',
  logOut: 'auth.logOut',
  openBrowserSession: 'auth.openBrowserSession',
  redeemSignInLink: 'auth.redeemSignInLink',
  lookUpSignInLink: 'auth.lookUpSignInLink',
  requestPasswordLink: 'auth.requestPasswordLink',
  requestEmailVerification: 'auth.requestEmailVerification',
  verifyEmail: 'auth.verifyEmail',
  getMe: 'auth.getMe',
  listPermissions: 'auth.listPermissions',
  updateMe: 'auth.updateMe',
  refreshSession: 'auth.refresh',
  changePassword: 'auth.changePassword',
  listSessions: 'auth.listSessions',
  endSession: 'auth.endSession',
  endOtherSessions: 'auth.endOtherSessions',
  listGrants: 'auth.listGrants',
  endGrant: 'auth.endGrant',
  // The rule would give two operations the same name.
  markNotifications: 'notifications.markMany',
  // The submission creates the record to wait for.
  transcribe: 'transcriptions.create',
  downloadTranscriptionFile: 'transcriptions.downloadSubtitles',
  getVideo: 'videos.getById',
  getVideoVariation: 'videos.get',
  convertImageFormat: 'images.convertImageFormat',
  diffProjectRevisions: 'projects.diff',
  writeInThread: 'threads.write',
  listReachableTeamspaces: 'teamspaces.listMine',
  getSocialAccounts: 'social.listAccountsToPostTo',
}

/** Handwritten in src/: streams, sockets and files need more than one request. */
export const writtenByHand: Record<string, string> = {
  followTask: 'tasks.follow',
  streamEvents: 'events.follow',
  openSocket: 'live.connect',
  uploadAsset: 'assets.upload',
  downloadFile: 'assets.download',
  uploadFile: 'assets.putFile',
}

/** Ids that are either numbers or strings, which the document declares as strings. */
export function mayBeNumber(tag: string, parameter: string): boolean {
  return tag === 'Projects' && parameter === 'id'
}

export function splitOperationId(
  operationId: string,
  tag: string,
): { noun: string; method: string } {
  const whole = exceptions[operationId] ?? writtenByHand[operationId]
  if (whole) {
    const [noun, method] = whole.split('.') as [string, string]
    return { noun, method }
  }
  const { noun, leaveOut } = nouns[tag] ?? { noun: lowerFirst(tag), leaveOut: [singular(tag)] }
  return { noun, method: nameMethod(operationId, leaveOut) }
}

/** `getBoard` → `get`, `listBoardMembers` → `listMembers`, `getCurrentWorkspace` → `getCurrent`. */
function nameMethod(operationId: string, leaveOut: string[]): string {
  const [, verb, rest] = /^([a-z]+)(.*)$/.exec(operationId) as unknown as [string, string, string]
  for (const word of leaveOut) {
    for (const form of [`${word}s`, word]) {
      if (startsWithWord(rest, form)) return verb + rest.slice(form.length)
      if (rest.endsWith(form)) return verb + rest.slice(0, -form.length)
    }
  }
  return verb + rest
}

function startsWithWord(text: string, word: string): boolean {
  return text.startsWith(word) && !/[a-z]/.test(text[word.length] ?? '')
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.endsWith('uses')) return word.slice(0, -2)
  return /[^us]s$/.test(word) ? word.slice(0, -1) : word
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
