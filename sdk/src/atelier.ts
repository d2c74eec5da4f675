import { download, type FileContent, putFile, type UploadOptions, upload } from './files.ts'
import { Nouns } from './generated/nouns.ts'
import { operations } from './generated/operations.ts'
import type {
  Asset,
  AtelierEvent,
  ReadAnswersReply,
  Task,
  Transcription,
  Video,
  WorkflowRunStatus,
} from './generated/types.ts'
import { LiveConnection, type LiveOptions } from './live.ts'
import type { CallOptions } from './operation.ts'
import { follow, type StreamOptions } from './streams.ts'
import { type ClientOptions, Transport } from './transport.ts'
import { followTask, type WaitOptions, waitForAsset, waitForRecord, waitForTask } from './wait.ts'

export interface FollowOptions extends StreamOptions {
  /** Go on after the event with this `seq`. Left out, it begins now. */
  after?: number
}

/** How a question of a thread ended. */
export type Answer = ReadAnswersReply['results'][number]

/** A client of one server. Every operation is a method under its noun. */
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

  /** The same client with other options, such as another workspace or teamspace. */
  with(options: Partial<ClientOptions>): Atelier {
    return new Atelier({ ...this.#options, ...options })
  }
}

function moreOfTasks(transport: Transport) {
  return {
    /** The task at SUCCESS; throws TaskFailed at FAILURE and REVOKED. */
    wait: (taskId: string, options?: WaitOptions<Task>): Promise<Task> =>
      waitForTask(transport, taskId, options),
    /** The task each time it has changed, until it has ended. */
    follow: (taskId: string, options?: StreamOptions): AsyncGenerator<Task, void, undefined> =>
      followTask(transport, taskId, options),
  }
}

function moreOfTranscriptions(transport: Transport) {
  return {
    /** The transcription once it is DONE; throws JobFailed when it is FAILED. */
    wait: (id: string, options?: WaitOptions<Transcription>): Promise<Transcription> =>
      waitForRecord(transport, { operation: operations.transcriptions.get, params: [id] }, options),
  }
}

function moreOfVideos(transport: Transport) {
  return {
    /** The video once it is DONE; throws JobFailed when it is FAILED. */
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
    /** Keeps a file. A stream is sent once: after a ConnectionError, look whether it has arrived. */
    upload: (content: FileContent, options?: UploadOptions): Promise<Asset> =>
      upload(transport, content, options),
    /** Puts bytes where `signUpload` said. */
    putFile: (signedUrl: string, content: FileContent, options?: CallOptions): Promise<void> =>
      putFile(transport, signedUrl, content, options),
    /** The bytes behind a link of the server, such as `file_url` of an asset. */
    download: (url: string, options?: CallOptions): Promise<Response> =>
      download(transport, url, options),
    /** The asset once its links may be relied on; throws JobFailed when the file cannot be used. */
    wait: (id: string, options?: WaitOptions<Asset>): Promise<Asset> =>
      waitForAsset(transport, id, options),
  }
}

function moreOfEvents(transport: Transport) {
  return {
    /** What happens in the workspace, for ever; goes on without a gap when the connection is lost. */
    follow: ({
      after,
      signal,
    }: FollowOptions = {}): AsyncGenerator<AtelierEvent, void, undefined> =>
      follow(transport, { operation: operations.events.follow, query: { after }, signal }),
  }
}

function moreOfThreads(transport: Transport) {
  return {
    /** How the questions of a thread end, as it happens; goes on without a gap. */
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
    /** A run each time it has changed, until it has ended. */
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
    /** Tells what happens over a WebSocket, which is opened again whenever it is lost. */
    connect: (options: LiveOptions): LiveConnection => new LiveConnection(transport, options),
  }
}
