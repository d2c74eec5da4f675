import { type Answer, type Answered, type AskOptions, ask } from './ask.ts'
import { download, type FileContent, putFile, type UploadOptions, upload } from './files.ts'
import { Nouns } from './generated/nouns.ts'
import { operations } from './generated/operations.ts'
import type {
  Asset,
  AtelierEvent,
  Task,
  Transcription,
  Video,
  WorkflowRunStatus,
} from './generated/types.ts'
import { LiveConnection, type LiveOptions } from './live.ts'
import type { CallOptions } from './operation.ts'
import { follow, type StreamOptions } from './streams.ts'
import type { AnyResult, FinishedTask, TaskId } from './task-result.ts'
import { type ClientOptions, Transport } from './transport.ts'
import { followTask, type WaitOptions, waitForAsset, waitForRecord, waitForTask } from './wait.ts'

export interface FollowOptions extends StreamOptions {
  /** Resume after the event with this `seq`. By default, the stream starts with new events. */
  after?: number
}

/** A client for one server. Every operation is a method under its noun. */
export class Atelier extends Nouns {
  declare readonly tasks: Nouns['tasks'] & ReturnType<typeof moreOfTasks>
  declare readonly transcriptions: Nouns['transcriptions'] & ReturnType<typeof moreOfTranscriptions>
  declare readonly videos: Nouns['videos'] & ReturnType<typeof moreOfVideos>
  declare readonly assets: Nouns['assets'] & ReturnType<typeof moreOfAssets>
  declare readonly events: Nouns['events'] & ReturnType<typeof moreOfEvents>
  declare readonly threads: Nouns['threads'] & ReturnType<typeof moreOfThreads>
  declare readonly workflows: Nouns['workflows'] & ReturnType<typeof moreOfWorkflows>
  declare readonly live: Nouns['live'] & ReturnType<typeof moreOfLive>
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    const transport = new Transport(options)
    super(transport)
    this.#options = options
    Object.assign(this.tasks, moreOfTasks(transport))
    Object.assign(this.transcriptions, moreOfTranscriptions(transport))
    Object.assign(this.videos, moreOfVideos(transport))
    Object.assign(this.assets, moreOfAssets(transport))
    Object.assign(this.events, moreOfEvents(transport))
    Object.assign(this.threads, moreOfThreads(transport))
    Object.assign(this.workflows, moreOfWorkflows(transport))
    Object.assign(this.live, moreOfLive(transport))
  }

  /**
   * Asks a person and resolves with their answer, however long it takes. Throws QuestionClosed if
   * the question expires or is cancelled. Pass an `idempotencyKey` to continue after a restart:
   * the same key asks only once.
   */
  ask(question: AskOptions): Promise<Answered> {
    return ask(this, question)
  }

  /** Returns the same client with different options, such as another workspace or credential. */
  with(options: Partial<ClientOptions>): Atelier {
    const { apiKey, accessToken, ...rest } = this.#options
    const isNewCredential = 'apiKey' in options || 'accessToken' in options
    return new Atelier({ ...rest, ...(!isNewCredential && { apiKey, accessToken }), ...options })
  }
}

function moreOfTasks(transport: Transport) {
  return {
    /** Resolves with the task at SUCCESS; throws TaskFailed at FAILURE. */
    wait: <Result = AnyResult>(
      taskId: TaskId<Result> | string,
      options?: WaitOptions<Task>,
    ): Promise<FinishedTask<Result>> => waitForTask(transport, taskId, options),
    /** Yields the task on every change until it ends. */
    follow: (taskId: string, options?: StreamOptions): AsyncGenerator<Task, void, undefined> =>
      followTask(transport, taskId, options),
  }
}

function moreOfTranscriptions(transport: Transport) {
  return {
    /** Resolves once the transcription is DONE; throws JobFailed if it is FAILED. */
    wait: (id: string, options?: WaitOptions<Transcription>): Promise<Transcription> =>
      waitForRecord(transport, { operation: operations.transcriptions.get, params: [id] }, options),
  }
}

function moreOfVideos(transport: Transport) {
  return {
    /** Resolves once the video is DONE; throws JobFailed if it is FAILED. */
    wait: (id: string, variationId: string, options?: WaitOptions<Video>): Promise<Video> =>
      waitForRecord(
        transport,
        { operation: operations.videos.get, params: [id, variationId] },
        options,
      ),
  }
}

function moreOfAssets(transport: Transport) {
  return {
    /** Uploads a file. A stream is sent only once: after a ConnectionError, check if it arrived. */
    upload: (content: FileContent, options?: UploadOptions): Promise<Asset> =>
      upload(transport, content, options),
    /** Uploads bytes to the URL from `signUpload`. */
    putFile: (signedUrl: string, content: FileContent, options?: CallOptions): Promise<void> =>
      putFile(transport, signedUrl, content, options),
    /** Downloads from a URL of the server, such as `file_url` of an asset. */
    download: (url: string, options?: CallOptions): Promise<Response> =>
      download(transport, url, options),
    /** Resolves once the asset's URLs are stable; throws JobFailed if the file is unusable. */
    wait: (id: string, options?: WaitOptions<Asset>): Promise<Asset> =>
      waitForAsset(transport, id, options),
  }
}

function moreOfEvents(transport: Transport) {
  return {
    /** Yields the workspace's events, forever. Resumes without a gap after a lost connection. */
    follow: ({
      after,
      signal,
    }: FollowOptions = {}): AsyncGenerator<AtelierEvent, void, undefined> =>
      follow(transport, { operation: operations.events.follow, query: { after }, signal }),
  }
}

function moreOfThreads(transport: Transport) {
  return {
    /** Yields the outcomes of a thread's questions as they happen. Resumes without a gap. */
    followAnswers: (
      threadId: string,
      { after, signal }: FollowOptions = {},
    ): AsyncGenerator<Answer, void, undefined> => {
      const operation = operations.threads.readAnswers
      return follow(transport, { operation, params: [threadId], query: { after }, signal })
    },
  }
}

function moreOfWorkflows(transport: Transport) {
  return {
    /** Yields a run on every change until it ends. */
    followRun: (
      id: string,
      runId: string,
      { signal }: StreamOptions = {},
    ): AsyncGenerator<WorkflowRunStatus, void, undefined> =>
      followRun(transport, [id, runId], signal),
  }
}

async function* followRun(transport: Transport, params: string[], signal?: AbortSignal) {
  const operation = operations.workflows.getRunStatus
  for await (const run of follow<WorkflowRunStatus>(transport, { operation, params, signal })) {
    yield run
    if (run.status !== 'RUNNING' && run.status !== 'PAUSED') return
  }
}

function moreOfLive(transport: Transport) {
  return {
    /** Reports events over a WebSocket that reconnects whenever the connection is lost. */
    connect: (options: LiveOptions): LiveConnection => new LiveConnection(transport, options),
  }
}
