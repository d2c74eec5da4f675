import { useQuery } from '@tanstack/react-query'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { computePeaks } from './peaks.ts'
import styles from './waveform.module.css'

interface Props {
  url: string
  /** The player that the waveform follows and moves. */
  media: RefObject<HTMLMediaElement | null>
}

const bars = 160
/** Decoding needs memory; a longer recording keeps only its player. */
const maxBytes = 30 * 1024 ** 2
/** Enough for peaks, and a tenth of the memory. */
const sampleRate = 8000

/** The loudness of a recording. A click seeks; the player below does the same by keyboard. */
export function Waveform({ url, media }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(ref)
  const share = useShare(media)
  const { data: peaks } = useQuery({
    queryKey: ['waveform', url.split('?')[0]],
    queryFn: ({ signal }) => readPeaks(url, signal),
    enabled: isSeen,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { showsErrors: true },
  })
  if (peaks === null) return null
  const seek = (event: PointerEvent<HTMLDivElement>) => {
    const player = media.current
    if (!player || !peaks) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const to = (event.clientX - left) / width
    if (Number.isFinite(player.duration)) player.currentTime = to * player.duration
    void player.play()
  }
  return (
    <div ref={ref} className={styles.waveform} aria-hidden onPointerDown={seek}>
      {peaks && (
        <svg viewBox={`0 0 ${bars * 3} 100`} preserveAspectRatio="none" role="presentation">
          {peaks.map((peak, index) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by nothing but its place
              key={index}
              x={index * 3}
              y={50 - Math.max(peak * 48, 1.5)}
              width={2}
              height={Math.max(peak * 96, 3)}
              className={(index + 0.5) / bars <= share ? styles.heard : styles.bar}
            />
          ))}
        </svg>
      )}
    </div>
  )
}

/** Null if the browser cannot decode it, or if it is too long. */
async function readPeaks(url: string, signal: AbortSignal): Promise<number[] | null> {
  try {
    const response = await fetch(url, { signal })
    const isLarge = Number(response.headers.get('content-length') ?? 0) > maxBytes
    if (!response.ok || isLarge) {
      await response.body?.cancel()
      return null
    }
    const decoder = new OfflineAudioContext(1, 1, sampleRate)
    const sound = await decoder.decodeAudioData(await response.arrayBuffer())
    return computePeaks(sound.getChannelData(0), bars)
  } catch {
    signal.throwIfAborted()
    return null
  }
}

/** Whether an element has been on the screen. */
function useSeen(ref: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return isSeen
}

/** The played share of a recording, 0 to 1. */
function useShare(media: RefObject<HTMLMediaElement | null>): number {
  const [share, setShare] = useState(0)
  useEffect(() => {
    const player = media.current
    if (!player) return
    const update = () => setShare(player.currentTime / (player.duration || 1))
    const events = ['timeupdate', 'seeked', 'ended'] as const
    for (const event of events) player.addEventListener(event, update)
    return () => {
      for (const event of events) player.removeEventListener(event, update)
    }
  }, [media])
  return share
}
