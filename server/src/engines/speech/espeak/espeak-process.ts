import { type ChildProcess, fork } from 'node:child_process'
import { programFile } from '../../../lib/installation.ts'
import { EngineError } from '../../engine-error.ts'
import type { EspeakAnswer, EspeakRequest } from './espeak-messages.ts'

/** A sentence takes milliseconds; this only ends a process that hangs. */
const timeoutMs = 60_000

interface PendingRequest {
  resolve(ipa: string): void
  reject(error: EngineError): void
}

interface RunningEspeak {
  child: ChildProcess
  waiting: Map<number, PendingRequest>
}

let running: RunningEspeak | undefined
let lastId = 0

/**
 * IPA from espeak-ng, with ^ between the letters of one sound. The process starts on first use and
 * exits with this one.
 */
export async function espeakIpa(text: string, voice: string): Promise<string> {
  running ??= start()
  const { child, waiting } = running
  const id = ++lastId
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  waiting.set(id, { resolve, reject })
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  child.ref()
  child.channel?.ref()
  child.send({ id, text, voice } satisfies EspeakRequest, (error) => error && reject(stopped()))
  try {
    return joinSounds(await promise)
  } finally {
    clearTimeout(timer)
    waiting.delete(id)
    // An idle process must not keep this one running.
    if (waiting.size === 0) {
      child.unref()
      child.channel?.unref()
    }
  }
}

function start(): RunningEspeak {
  const child = fork(programFile('server/src/engines/speech/espeak/espeak-child.ts'), {
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const started: RunningEspeak = { child, waiting: new Map() }
  child.on('message', (answer: EspeakAnswer) => {
    const request = started.waiting.get(answer.id)
    if ('ipa' in answer) request?.resolve(answer.ipa)
    else request?.reject(stopped(answer.error))
  })
  const end = () => {
    if (running === started) running = undefined
    for (const { reject } of started.waiting.values()) reject(stopped())
  }
  child.once('exit', end)
  child.once('error', end)
  return started
}

/** This build writes retroflex sounds as a letter and a period, which would be read as a pause. */
const retroflex: Record<string, string> = { r: 'ɽ', s: 'ʂ', n: 'ɳ', t: 'ʈ', d: 'ɖ' }

/** Underscores separate sounds; parentheses name a switch to another language. */
function joinSounds(ipa: string): string {
  return ipa
    .replace(/\([a-z-]+\)/g, '')
    .replace(/(\p{L})\./gu, (_, letter: string) => retroflex[letter] ?? letter)
    .split(/[\s|]+/)
    .map((word) => word.split('_').map(tie).join(''))
    .join(' ')
    .trim()
}

/** Stress and length marks belong to the letter beside them. */
function tie(sound: string): string {
  return sound.replace(/(?<=\p{Ll})(?=\p{Ll})/gu, '^')
}

function stopped(cause?: string): EngineError {
  return new EngineError('engine_crashed', 'The pronunciation of the text could not be found.', {
    retryable: true,
    ...(cause !== undefined && { cause }),
  })
}
