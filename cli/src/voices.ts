import { Command } from 'commander'
import { print, table } from './output.ts'
import { callServer, targetOf, withServerOptions } from './server-client.ts'

interface Options {
  language?: string
  url?: string
  key?: string
  json?: boolean
}

export function voicesCommand(): Command {
  return withServerOptions(new Command('voices'))
    .description('list the voices that can speak')
    .option('--language <code>', 'only of this language, such as en or fr-FR')
    .addHelpText('after', '\nExample:\n  atelier voices --language en-GB')
    .action(list)
}

async function list({ language, ...options }: Options): Promise<void> {
  const target = targetOf(options)
  const query = language ? `?language_code=${encodeURIComponent(language)}` : ''
  const voices: Shown[] = target
    ? (await callServer(target, 'GET', `/api/v1/voices${query}`)).voices
    : await embedded(language)
  const genders: Record<number, string> = { 0: 'male', 1: 'female', 3: 'neutral' }
  const rows = voices.map((voice) => [
    voice.voice_name,
    voice.language_code,
    genders[voice.gender] ?? '',
    voice.id,
    voice.description,
  ])
  const text =
    rows.length === 0
      ? 'No voice speaks that language. See all with: atelier voices'
      : table([['NAME', 'LANGUAGE', 'GENDER', 'ID', 'WHAT'], ...rows])
  print(options.json, voices, text)
}

interface Shown {
  id: string
  voice_name: string
  language_code: string
  gender: number
  description: string
}

async function embedded(language?: string): Promise<Shown[]> {
  const { embeddedVoices } = await import('@atelier/server/engines/speech/voices.ts')
  const wanted = language?.toLowerCase()
  return embeddedVoices.filter(({ language_code: code }) => {
    const own = code.toLowerCase()
    return wanted === undefined || own === wanted || own.startsWith(`${wanted}-`)
  })
}
