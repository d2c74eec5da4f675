/**
 * Which asset a transcription was made of. The API does not tell it, so this browser remembers those
 * that it has asked for; for others a person says which recording it is.
 */
const kept = 'atelier.speech.recordings'
const most = 100

export interface KeptRecording {
  transcription: string
  asset: string
  name: string
}

function all(): KeptRecording[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(kept) ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

export function rememberRecording(recording: KeptRecording): void {
  const others = all().filter(({ transcription }) => transcription !== recording.transcription)
  try {
    localStorage.setItem(kept, JSON.stringify([recording, ...others].slice(0, most)))
  } catch {
    // Without room, the recording has to be named again the next time.
  }
}

export function recordingOf(transcription: string): KeptRecording | undefined {
  return all().find((recording) => recording.transcription === transcription)
}
