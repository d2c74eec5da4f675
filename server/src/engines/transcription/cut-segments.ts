import { frameSamples } from './detect-speech.ts'

/** A segment of speech short enough for the model. It starts and ends in a pause if possible. */
export interface Segment {
  startFrame: number
  endFrame: number
  samples: Float32Array
}

export interface SegmentCutter {
  /** Everything before this frame has been returned or is silence. */
  readonly doneFrame: number
  /** Adds the next frame and returns the segments it completes, usually none. */
  push(probability: number, samples: Float32Array): Segment[]
  finish(): Segment[]
}

interface Frame {
  probability: number
  isSpeech: boolean
  samples: Float32Array
  energy: number
}

const speechBegins = 0.5
const speechGoesOn = 0.35
/** A pause of 0.8 s ends a segment. A segment under 5 s waits longer, to get more context. */
const closingPauseFrames = 25
const closingPauseFramesWhenShort = 63
const shortFrames = 156
const paddingFrames = 8
/** 15 s: longer segments cost Moonshine more than they gain. */
const defaultMaxFrames = 468
/** Cutting earlier than this to hit a pause gives the model too little context. */
const earliestCutFrames = 156
/** Without any pause, cut at the quietest place within this range. */
const quietSearchFrames = 156
/** Less is a click or a cough, for which the model invents words. */
const fewestSpeechFrames = 4

/**
 * Cuts audio into segments of at most `maxFrames`. Each cut resets all state, so a run that resumes at a
 * cut makes the same cuts as an uninterrupted one.
 */
export function segmentCutter(firstFrame: number, maxFrames = defaultMaxFrames): SegmentCutter {
  let doneFrame = firstFrame
  let frames: Frame[] = []
  /** Where speech starts and where it was last heard; -1 if not yet. */
  let first = -1
  let last = -1

  const take = (frame: Frame): Segment[] => {
    const inSpeech = frames.at(-1)?.isSpeech ?? false
    frame.isSpeech = frame.probability >= (inSpeech ? speechGoesOn : speechBegins)
    frames.push(frame)
    if (frame.isSpeech) last = frames.length - 1
    if (frame.isSpeech && first < 0) first = last
    if (first < 0) {
      drop(frames.length - paddingFrames)
      return []
    }
    const pause = frames.length - 1 - last
    const isShort = last - first < shortFrames
    if (pause >= (isShort ? closingPauseFramesWhenShort : closingPauseFrames))
      return cutEvenly(last + 1 + paddingFrames)
    return frames.length >= maxFrames ? cutEvenly(placeToCut(frames)) : []
  }

  const drop = (count: number) => {
    if (count <= 0) return
    frames.splice(0, count)
    doneFrame += count
  }

  const cutEvenly = (count: number): Segment[] => {
    const taken = frames.slice(0, count)
    const rest = frames.slice(count)
    const segment = { startFrame: doneFrame, endFrame: doneFrame + count, samples: joined(taken) }
    const isWorthIt = taken.filter(({ isSpeech }) => isSpeech).length >= fewestSpeechFrames
    doneFrame += count
    frames = []
    first = -1
    last = -1
    return [...(isWorthIt ? [segment] : []), ...rest.flatMap(take)]
  }

  return {
    get doneFrame() {
      return doneFrame
    },
    push: (probability, samples) =>
      take({ probability, samples, isSpeech: false, energy: measureEnergy(samples) }),
    finish: () => (first < 0 ? [] : cutEvenly(frames.length)),
  }
}

/** The middle of the longest pause (the latest if tied), otherwise the quietest place. */
function placeToCut(frames: Frame[]): number {
  let best = { start: 0, length: 0 }
  let start = 0
  for (let at = earliestCutFrames; at <= frames.length; at++) {
    const frame = frames[at]
    if (frame && !frame.isSpeech) continue
    const from = Math.max(start, earliestCutFrames)
    if (at - from >= Math.max(1, best.length)) best = { start: from, length: at - from }
    start = at + 1
  }
  return best.length > 0 ? best.start + Math.ceil(best.length / 2) : quietestPlace(frames)
}

function quietestPlace(frames: Frame[]): number {
  let quietest = Number.POSITIVE_INFINITY
  let place = frames.length - 1
  for (let at = frames.length - quietSearchFrames; at < frames.length - 1; at++) {
    const around = frames.slice(at - 1, at + 2)
    const energy = around.reduce((sum, frame) => sum + frame.energy, 0)
    if (energy >= quietest) continue
    quietest = energy
    place = at
  }
  return place
}

function measureEnergy(samples: Float32Array): number {
  let sum = 0
  for (const value of samples) sum += value * value
  return sum
}

function joined(frames: Frame[]): Float32Array {
  const all = new Float32Array(frames.length * frameSamples)
  for (const [at, { samples }] of frames.entries()) all.set(samples, at * frameSamples)
  return all
}
