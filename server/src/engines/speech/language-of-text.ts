/** Scripts that identify the language by themselves, and our languages that use them. */
const scripts: { pattern: RegExp; detected: string; spokenBy: string[] }[] = [
  { pattern: /[\p{sc=Hiragana}\p{sc=Katakana}]/gu, detected: 'Japanese', spokenBy: ['ja'] },
  { pattern: /\p{sc=Han}/gu, detected: 'Chinese', spokenBy: ['zh', 'ja'] },
  { pattern: /\p{sc=Hangul}/gu, detected: 'Korean', spokenBy: [] },
  { pattern: /\p{sc=Cyrillic}/gu, detected: 'a language in Cyrillic script', spokenBy: [] },
  { pattern: /\p{sc=Arabic}/gu, detected: 'a language in Arabic script', spokenBy: [] },
  { pattern: /\p{sc=Hebrew}/gu, detected: 'Hebrew', spokenBy: [] },
  { pattern: /\p{sc=Greek}/gu, detected: 'Greek', spokenBy: [] },
  { pattern: /\p{sc=Thai}/gu, detected: 'Thai', spokenBy: [] },
  { pattern: /\p{sc=Devanagari}/gu, detected: 'Hindi', spokenBy: ['hi'] },
  { pattern: /\p{sc=Bengali}/gu, detected: 'Bengali', spokenBy: [] },
  { pattern: /\p{sc=Tamil}/gu, detected: 'Tamil', spokenBy: [] },
  { pattern: /\p{sc=Telugu}/gu, detected: 'Telugu', spokenBy: [] },
]

/** Frequent function words that are hardly ever part of a name. */
const stopWords: Record<string, { name: string; words: Set<string> }> = {
  en: list(
    'English',
    'the and of to is that was for it with as on be are this have from not you they were which their has but what we can will would there been when who more if about your our how these its than had into other then them only could should',
  ),
  es: list(
    'Spanish',
    'el los las del que en por con para una como pero más está este esta son muy también cuando hay todo desde nos ya porque entre sin sobre ser tiene ese fue hasta donde esto mi así lo se y',
  ),
  fr: list(
    'French',
    'le les des est et dans pour que qui une sur pas plus par avec ce il elle nous vous sont cette mais comme ou au aux ne se son ses leur très été fait tout deux même aussi je du',
  ),
  it: list(
    'Italian',
    'il gli che di per una sono con non del della più come anche ma questo nel alla dei è si ha dal le cui suo delle nella essere stato molto tutti già quando loro ci sul',
  ),
  pt: list(
    'Portuguese',
    'os que em para uma com não por mais como mas foi ao ele das dos seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre depois sem mesmo aos você do da',
  ),
  de: list(
    'German',
    'der die das und ist nicht ein eine zu den von mit dem auf für sich auch als es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum haben nur oder aber vor zur bis mehr durch',
  ),
  nl: list(
    'Dutch',
    'het een van en dat niet zijn voor op te met aan er maar om hem dan zou wat mijn men dit zo door over ze uit ook bij nog naar geen ik je wordt deze worden heeft',
  ),
  pl: list(
    'Polish',
    'nie się jest na że do jak ale po co tak za od ich czy przez tylko był była dla już może być bardzo przy które który',
  ),
  sv: list(
    'Swedish',
    'och att det som på är av för med den till inte om ett han men var jag från vi hade här nu eller också när över blev',
  ),
  tr: list(
    'Turkish',
    'bir bu ve için çok ile daha gibi olarak ama kadar sonra her değil olan ne var yok ben sen olduğu',
  ),
}

function list(name: string, words: string) {
  return { name, words: new Set(words.split(' ')) }
}

const minLetters = 20
const minHits = 3
/** A foreign language needs this many times more hits than the voice's own. */
const margin = 3

/**
 * Whether the text is clearly in a language the voice doesn't speak. Returns undefined in doubt:
 * names, brands, quotations and short phrases are never a problem.
 */
export function spokenLanguageProblem(
  text: string,
  languageCode: string,
): { detected: string } | undefined {
  const language = languageCode.slice(0, 2).toLowerCase()
  // The beginning is enough to detect the language; 100,000 letters wouldn't do better.
  const sample = text.slice(0, 20_000)
  const letters = (sample.match(/\p{L}/gu) ?? []).length
  return byScript(sample, letters, language) ?? byWords(sample, letters, language)
}

function byScript(text: string, letters: number, language: string) {
  const counted = scripts.map((script) => ({
    ...script,
    count: (text.match(script.pattern) ?? []).length,
  }))
  const foreign = counted.filter(({ spokenBy }) => !spokenBy.includes(language))
  // Japanese text is full of Han characters, so kana decide.
  const kana = counted[0]?.count ?? 0
  const strange = foreign.reduce((sum, { count }) => sum + count, 0)
  if (strange < 4 || strange / letters < 0.5) return undefined
  if (kana > 0 && language !== 'ja') return { detected: 'Japanese' }
  const most = foreign.reduce((best, one) => (one.count > best.count ? one : best))
  return { detected: most.detected }
}

function byWords(text: string, letters: number, language: string) {
  if (letters < minLetters) return undefined
  // Lower case only: articles in titles and names are capitalised.
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? []
  const hits = (code: string) => {
    const known = stopWords[code]?.words
    return known ? words.filter((word) => known.has(word)) : []
  }
  const own = hits(language).length
  let best: { name: string; count: number } | undefined
  for (const [code, { name }] of Object.entries(stopWords)) {
    if (code === language) continue
    const found = hits(code)
    // The same word repeated is a name or a refrain.
    if (new Set(found).size < minHits || found.length / words.length < 0.2) continue
    if (found.length >= margin * Math.max(own, 1) && found.length > (best?.count ?? 0)) {
      best = { name, count: found.length }
    }
  }
  return best && { detected: best.name }
}
