import { useSyncExternalStore } from 'react'
import { api } from '../../../app/api.ts'
import { writeMessage } from '../../../app/query-client.ts'
import { complain } from '../../../ui/toasts.tsx'

/** The voice that is playing or loading; never more than one. */
interface PlayingSample {
  voice: string | undefined
  isReady: boolean
}

let heard: PlayingSample = { voice: undefined, isReady: false }
const listeners = new Set<() => void>()
const player = typeof Audio === 'undefined' ? undefined : new Audio()
const samples = new Map<string, string>()

function tell(next: PlayingSample): void {
  heard = next
  for (const listener of listeners) listener()
}

player?.addEventListener('ended', () => stopSample())

export function stopSample(): void {
  player?.pause()
  tell({ voice: undefined, isReady: false })
}

/** Plays the sample of a voice and stops all other playback. */
export async function playSample(voice: string): Promise<void> {
  for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video')) other.pause()
  player?.pause()
  tell({ voice, isReady: false })
  try {
    const url = samples.get(voice) ?? (await fetchSample(voice))
    // Another voice was chosen, or playback was stopped, while this one loaded.
    if (heard.voice !== voice || !player) return
    player.src = url
    await player.play()
    tell({ voice, isReady: true })
  } catch (error) {
    if (heard.voice !== voice) return
    stopSample()
    complain(writeMessage(error))
  }
}

async function fetchSample(voice: string): Promise<string> {
  // The first request generates it, which takes the model a while.
  const response = await api.voices.getSample(voice, { timeoutMs: 180_000 })
  const url = URL.createObjectURL(await response.blob())
  samples.set(voice, url)
  return url
}

export function useHeard(): PlayingSample {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => heard,
  )
}
