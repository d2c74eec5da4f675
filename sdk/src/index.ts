export { type Answer, type Answered, type AskOptions, QuestionClosed } from './ask.ts'
export { Atelier, type FollowOptions } from './atelier.ts'
export {
  AtelierError,
  type Code,
  ConnectionError,
  type Failure,
  type FieldError,
  isConflict,
  isForbidden,
  isInvalid,
  isNotFound,
  isRateLimited,
  isUnauthorized,
  JobFailed,
  type Problem,
} from './errors.ts'
export {
  type JsonConflict,
  type JsonSide,
  type JsonVersions,
  mergeJson,
} from './exact-json/merge.ts'
export {
  type ArrayNode,
  type JsonNode,
  memberOf,
  type ObjectNode,
  objectNode,
  type ScalarNode,
  stringNode,
  stringOf,
  writeJson,
} from './exact-json/nodes.ts'
export { DuplicateKey, JsonError, parseJson } from './exact-json/parse.ts'
export { pointerTo } from './exact-json/pointer.ts'
export { isSameJson } from './exact-json/same.ts'
export type { FileContent, UploadOptions } from './files.ts'
export { type FormField, fieldValue, formFields } from './form-fields.ts'
export { AssetStatus, AssetType, BoardAccess, VoiceGender } from './generated/constants.ts'
export type { EventType, WebhookMessage } from './generated/events.ts'
export type * from './generated/nouns.ts'
export type { ProblemCode } from './generated/problem-codes.ts'
export type * from './generated/types.ts'
export { JsonText } from './json-text.ts'
export {
  type LiveConnection,
  type LiveEvent,
  type LiveOptions,
  type LivePresence,
  type LiveState,
  SocketClosed,
  type SocketMaker,
} from './live.ts'
export type { CallOptions, Page, Paged, RawBody, WithQuery } from './operation.ts'
export type { Retry } from './retries.ts'
export type { StreamOptions } from './streams.ts'
export type { AnyResult, FinishedTask, Submitted, TaskId } from './task-result.ts'
export type { ClientOptions } from './transport.ts'
export { filesOf, type MadeFile, TaskFailed, type WaitOptions } from './wait.ts'
export { type VerifyOptions, verifyWebhook, WebhookError } from './webhooks.ts'
