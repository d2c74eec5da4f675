/** Languages in the order of their tokens. */
const languages =
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su'.split(
    ' ',
  )

export interface TokenIds {
  isMultilingual: boolean
  endOfText: number
  start: number
  translate: number
  transcribe: number
  noSpeech: number
  noTimestamps: number
  /** This and everything above is a time. */
  firstTime: number
  languages: Map<string, number>
}

/**
 * The ids of the special tokens. A multilingual model has one more text token, so its ids are one
 * higher. The English ids were checked against a real file; the others follow from the vocabulary's
 * size and were not.
 */
export function tokenIds(vocabulary: number): TokenIds {
  const isMultilingual = vocabulary >= 51_865
  const endOfText = isMultilingual ? 50_257 : 50_256
  const start = endOfText + 1
  const afterLanguages = start + 1 + languages.length
  return {
    isMultilingual,
    endOfText,
    start,
    translate: afterLanguages,
    transcribe: afterLanguages + 1,
    noSpeech: afterLanguages + 4,
    noTimestamps: afterLanguages + 5,
    firstTime: afterLanguages + 6,
    languages: new Map(languages.map((code, at) => [code, start + 1 + at])),
  }
}

/** Whether Whisper knows the language of a code such as pt-BR. */
export function whisperLanguage(code: string): string | undefined {
  const [language = ''] = code.toLowerCase().split('-')
  const known = { iw: 'he', nb: 'no', fil: 'tl', cmn: 'zh', jv: 'jw' }[language] ?? language
  return languages.includes(known) ? known : undefined
}

const symbols = [
  ...'"#()*+/:;<=>@[\\]^_`{|}~「」『』',
  ...'<< >> <<< >>> -- --- -( -[ (\' (" (( )) ((( ))) [[ ]] {{ }} ♪♪ ♪♪♪'.split(' '),
]
/** The first token of any musical sign: they are written with several. */
const musicBytes = [0xe2, 0x99]

/** Tokens that no one says: brackets, music signs, and the dash or quote that starts a dialogue. */
export function silentTokens(tokens: Uint8Array[], ids: TokenIds): Set<number> {
  const texts = new Map(tokens.map((bytes, id) => [Buffer.from(bytes).toString('latin1'), id]))
  const find = (text: Buffer) => texts.get(text.toString('latin1'))
  const found = symbols.flatMap((symbol) => [
    find(Buffer.from(symbol)),
    find(Buffer.from(` ${symbol}`)),
  ])
  found.push(find(Buffer.from(musicBytes)), find(Buffer.from([0x20, ...musicBytes])))
  found.push(find(Buffer.from(' -')), find(Buffer.from(" '")))
  const silent = new Set(found.filter((id) => id !== undefined && id < ids.endOfText) as number[])
  for (let id = ids.start; id < ids.firstTime; id++) silent.add(id)
  return silent
}
