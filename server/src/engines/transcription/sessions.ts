import { InferenceSession } from 'onnxruntime-node'
import { EngineError } from '../engine-error.ts'

const sessions = new Map<string, Promise<InferenceSession>>()

/** One session per model and process, made when first needed, kept until the process ends. */
export function session(modelPath: string, threads: number): Promise<InferenceSession> {
  const open = sessions.get(modelPath)
  if (open) return open
  const opening = InferenceSession.create(modelPath, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // The arena would keep the peak of the longest segment for ever.
    enableCpuMemArena: false,
    enableMemPattern: false,
    // Threads that wait by spinning take the processor from everyone else on the machine.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }).catch((cause: unknown) => {
    // The next job may find the file in place, so a failure is not kept.
    sessions.delete(modelPath)
    throw new EngineError('model_unusable', 'The transcription model cannot be loaded.', { cause })
  })
  sessions.set(modelPath, opening)
  return opening
}
