import { EngineError } from '../engine-error.ts'
import { InferenceSession } from '../onnxruntime.ts'

const sessions = new Map<string, Promise<InferenceSession>>()

/** One session per model and process, created on first use and kept until the process exits. */
export function session(modelPath: string, threads: number): Promise<InferenceSession> {
  const open = sessions.get(modelPath)
  if (open) return open
  const opening = InferenceSession.create(modelPath, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // The arena would keep the peak of the longest segment forever.
    enableCpuMemArena: false,
    enableMemPattern: false,
    // Spinning threads take CPU time from everything else on the machine.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }).catch((cause: unknown) => {
    // Don't cache a failure: the file may be in place for the next job.
    sessions.delete(modelPath)
    throw new EngineError('model_unusable', 'The transcription model cannot be loaded.', { cause })
  })
  sessions.set(modelPath, opening)
  return opening
}
