import { Command } from 'commander'
import { readGeneral } from '../client/general-options.ts'
import { chooseServer, withServerOrHere } from '../client/server-or-here.ts'
import { print } from '../output.ts'
import { table } from '../terminal/table.ts'

interface Options {
  language?: string
}

export function voicesCommand(): Command {
  return withServerOrHere(new Command('voices'))
    .option('--language <code>', 'only voices of this language, such as en or fr-FR')
    .addHelpText('after', '\nExample:\n  atelier voices --language en-GB')
    .action(list)
}

async function list({ language }: Options, command: Command): Promise<void> {
  const server = await chooseServer(command)
  const voices: VoiceEntry[] = server
    ? (await server.voices.list(language ? { language_code: language } : {})).voices
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
      ? 'No voices for this language. List all with: atelier voices'
      : table([['NAME', 'LANGUAGE', 'GENDER', 'ID', 'DESCRIPTION'], ...rows])
  print(readGeneral(command).json, voices, text)
}

interface VoiceEntry {
  id: string
  voice_name: string
  language_code: string
  gender: number
  description: string
}

async function embedded(language?: string): Promise<VoiceEntry[]> {
  const { embeddedVoices } = await import('@atelier/server/engines/speech/voices.ts')
  const wanted = language?.toLowerCase()
  return embeddedVoices.filter(({ language_code: code }) => {
    const own = code.toLowerCase()
    return wanted === undefined || own === wanted || own.startsWith(`${wanted}-`)
  })
}
