import type { Cue } from './to-cues.ts'

/*
 * Both formats use line feeds only: WebVTT accepts any line ending, every SRT reader in use accepts
 * this one, and the files diff and version well. Both end with a line feed.
 */

/** WebVTT. A speaker is a voice tag, which players use for style and do not show. */
export function toVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startMs, endMs, lines, speaker }) => {
    const text = lines.map(escapeVtt).join('\n')
    const spoken = speaker === undefined ? text : `<v ${escapeVtt(speaker)}>${text}</v>`
    return `\n${timestamp(startMs, '.')} --> ${timestamp(endMs, '.')}\n${spoken}\n`
  })
  return `WEBVTT\n${blocks.join('')}`
}

/**
 * SubRip. It has no speakers and no escapes: if several people talk, the first cue of each turn
 * starts with "Name: " (a dash would show a new speaker, but not who), and text is literal. Only an
 * arrow between two digits gets an invisible word joiner, because some readers would take the line
 * for the times of the next cue.
 */
export function toSrt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startMs, endMs, lines, label }, i) => {
    const text = (label === undefined ? '' : `${label}: `) + lines.join('\n')
    const harmless = text.replace(/(?<=\d\s*--)(?=>\s*\d)/g, '\u2060')
    return `${i + 1}\n${timestamp(startMs, ',')} --> ${timestamp(endMs, ',')}\n${harmless}\n`
  })
  return blocks.join('\n')
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Hours have at least two digits. */
function timestamp(timeMs: number, decimal: '.' | ','): string {
  const pad = (value: number, digits = 2) => String(value).padStart(digits, '0')
  const hours = Math.floor(timeMs / 3_600_000)
  const minutes = Math.floor(timeMs / 60_000) % 60
  const seconds = Math.floor(timeMs / 1_000) % 60
  return `${pad(hours)}:${pad(minutes)}:${pad(seconds)}${decimal}${pad(timeMs % 1_000, 3)}`
}
