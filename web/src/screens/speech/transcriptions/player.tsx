import { type RefObject, useEffect, useState } from 'react'
import { Segments } from '../../../ui/segments.tsx'
import { Waveform } from '../waveform/waveform.tsx'
import styles from './record.module.css'

interface Props {
  ref: RefObject<HTMLMediaElement | null>
  url: string
  isVideo: boolean
  /** The URL of the subtitles to show on a video. */
  track: string | undefined
}

const speeds = ['0.75', '1', '1.25', '1.5', '2'].map((id) => ({ id, label: `${id}×` }))
const jumpSeconds = 5

/** Browsers only show the first track automatically; a correction creates a new one. */
function show(element: HTMLTrackElement | null): void {
  if (element?.src) element.track.mode = 'showing'
}

/** Audio or video. Space plays and pauses, the arrow keys seek. */
export function Player({ ref, url, isVideo, track }: Props) {
  const [speed, setSpeed] = useState('1')
  useEffect(() => {
    if (ref.current) ref.current.playbackRate = Number(speed)
  }, [ref, speed])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const media = ref.current
      const isElsewhere =
        event.target instanceof Element &&
        event.target.closest('input, textarea, button, a, audio, video, [role], [data-word]')
      if (!media || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === ' ') void (media.paused ? media.play() : media.pause())
      else if (event.key === 'ArrowLeft') media.currentTime -= jumpSeconds
      else if (event.key === 'ArrowRight') media.currentTime += jumpSeconds
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [ref])
  return (
    <div className={styles.player}>
      {!isVideo && <Waveform url={url} media={ref} />}
      {isVideo ? (
        <video
          ref={ref as RefObject<HTMLVideoElement | null>}
          controls
          preload="metadata"
          src={url}
          className={styles.video}
        >
          <track
            key={track}
            ref={show}
            kind="captions"
            label="Subtitles"
            srcLang="en"
            {...(track && { src: track })}
          />
        </video>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: its words stand below it
        <audio
          ref={ref as RefObject<HTMLAudioElement | null>}
          controls
          preload="metadata"
          src={url}
          className={styles.audio}
        />
      )}
      <Segments label="Speed" isLabelHidden options={speeds} value={speed} onChange={setSpeed} />
    </div>
  )
}
