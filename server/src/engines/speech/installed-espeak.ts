import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { EngineError } from '../engine-error.ts'

/** The child process has no PATH on purpose. Packages install the program in these folders. */
const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/opt/local/bin']
const maxOutputBytes = 1_000_000
const timeoutMs = 20_000

const espeakVoices: Record<string, { voice: string; name: string }> = {
  'es-ES': { voice: 'es', name: 'Spanish' },
  'fr-FR': { voice: 'fr-fr', name: 'French' },
  'hi-IN': { voice: 'hi', name: 'Hindi' },
  'it-IT': { voice: 'it', name: 'Italian' },
  'ja-JP': { voice: 'ja', name: 'Japanese' },
  'pt-BR': { voice: 'pt-br', name: 'Portuguese' },
  'zh-CN': { voice: 'cmn', name: 'Chinese' },
}

/** IPA from the machine's espeak-ng, with ^ between the parts of one sound. */
export async function installedIpa(
  text: string,
  languageCode: string,
  lookIn: string[] = folders,
): Promise<string> {
  const language = espeakVoices[languageCode]
  if (!language) throw unavailable(languageCode, 'No voice data is available for it.')
  const program = await findProgram(lookIn)
  if (!program) {
    throw unavailable(
      language.name,
      'It needs espeak-ng, which is not installed. The operator can install it: “apt-get install espeak-ng” on Debian and Ubuntu, “brew install espeak-ng” on macOS.',
    )
  }
  const ipa = await ask(program, language, text)
  // espeak spells out characters it can't read in English: kanji become “Chinese letter”.
  if (/\(\^?e\^?n\)/.test(ipa) && (languageCode === 'ja-JP' || languageCode === 'zh-CN')) {
    const advice = languageCode === 'ja-JP' ? 'Write the text in kana, or use' : 'Use'
    const why = `The installed espeak-ng cannot read these characters. ${advice} another speech engine.`
    throw unavailable(language.name, why)
  }
  return ipa
    .replace(/\([a-z^-]+\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

async function findProgram(lookIn: string[]): Promise<string | undefined> {
  for (const folder of lookIn) {
    const path = `${folder}/espeak-ng`
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (found) return path
  }
  return undefined
}

function ask(
  program: string,
  language: { voice: string; name: string },
  text: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = ['-q', '--ipa', '--tie=^', '-v', language.voice, '--stdin']
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    let output = ''
    let complaint = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      if (output.length > maxOutputBytes) child.kill('SIGKILL')
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      complaint = (complaint + chunk).slice(0, 1000)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(output)
      else
        reject(
          unavailable(language.name, 'The installed espeak-ng does not support it.', complaint),
        )
    })
    // Passed through stdin, so a text that starts with a dash isn't parsed as an option.
    child.stdin.on('error', () => {}).end(text)
  })
}

function unavailable(language: string, why: string, cause?: string): EngineError {
  return new EngineError('language_unavailable', `${language} cannot be spoken here. ${why}`, {
    field: 'voice',
    ...(cause && { cause }),
  })
}
