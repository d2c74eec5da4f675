/** When a scene is visible. Its narration starts at `startMs`, after the fade-in. */
export interface SceneTimes {
  startMs: number
  lengthMs: number
  /** How long before its start the scene begins to fade in over the previous one. */
  leadMs: number
}

const tailMs = 600
const silentSceneMs = 4_000
const crossFadeMs = 400

interface SceneLengths {
  narrationMs?: number | undefined
  durationMs?: number | undefined
}

/** A scene is never shorter than its narration. */
export function planTimes(scenes: SceneLengths[]): SceneTimes[] {
  let startMs = 0
  let leadMs = 0
  return scenes.map(({ narrationMs, durationMs }) => {
    const spokenMs = narrationMs === undefined ? 0 : narrationMs + tailMs
    const lengthMs = Math.max(spokenMs, durationMs ?? 0) || silentSceneMs
    const times = { startMs, lengthMs, leadMs }
    startMs += lengthMs
    // The fade fits into the silence after the narration.
    leadMs = Math.min(crossFadeMs, lengthMs / 2)
    return times
  })
}

export function addDurations(scenes: SceneTimes[]): number {
  return scenes.reduce((sum, { lengthMs }) => sum + lengthMs, 0)
}

/** The scene at a time, and how far it has faded into the next: 0 to 1. */
export function findScene(scenes: SceneTimes[], timeMs: number): { index: number; fade: number } {
  const next = scenes.findIndex(({ startMs }) => startMs > timeMs)
  const index = (next < 0 ? scenes.length : next) - 1
  const following = scenes[index + 1]
  if (!following) return { index, fade: 0 }
  const fade = 1 - (following.startMs - timeMs) / following.leadMs
  return { index, fade: Math.max(0, fade) }
}
