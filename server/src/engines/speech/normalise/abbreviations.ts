import { type Accent, cardinalWords, ordinalWords } from '../../number-words.ts'

/** Abbreviations that are always read in full. Keys omit the final period. */
const abbreviations: Record<string, string> = {
  Dr: 'Doctor',
  Mr: 'Mister',
  Mrs: 'Missus',
  Ms: 'Miz',
  Prof: 'Professor',
  Rev: 'Reverend',
  Hon: 'Honourable',
  Gen: 'General',
  Col: 'Colonel',
  Capt: 'Captain',
  Lt: 'Lieutenant',
  Sgt: 'Sergeant',
  Gov: 'Governor',
  Sen: 'Senator',
  Rep: 'Representative',
  Jr: 'Junior',
  Sr: 'Senior',
  Inc: 'Incorporated',
  Ltd: 'Limited',
  Corp: 'Corporation',
  Bros: 'Brothers',
  Dept: 'Department',
  dept: 'department',
  Ave: 'Avenue',
  Blvd: 'Boulevard',
  Rd: 'Road',
  Mt: 'Mount',
  vs: 'versus',
  etc: 'et cetera',
  approx: 'approximately',
  est: 'estimated',
  incl: 'including',
  excl: 'excluding',
  max: 'maximum',
  min: 'minimum',
  Fig: 'Figure',
  fig: 'figure',
  Vol: 'Volume',
  vol: 'volume',
  pp: 'pages',
  ca: 'circa',
  cf: 'compare',
  al: 'al',
}

const days: Record<string, string> = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Tues: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Thur: 'Thursday',
  Thurs: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
}

/** Words before a period that doesn't end a sentence. Used by the sentence splitter. */
export const pointedWords = new Set([
  ...[
    'Dr',
    'Mr',
    'Mrs',
    'Ms',
    'Prof',
    'Rev',
    'Hon',
    'Gen',
    'Col',
    'Capt',
    'Lt',
    'Sgt',
    'Gov',
    'Sen',
  ],
  ...[
    'Rep',
    'St',
    'Mt',
    'vs',
    'approx',
    'est',
    'incl',
    'excl',
    'Fig',
    'fig',
    'Vol',
    'vol',
    'pp',
    'ca',
  ],
  ...[
    'cf',
    'No',
    'no',
    'Dept',
    'dept',
    'e.g',
    'i.e',
    'eg',
    'ie',
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
  ],
  ...['Jan', 'Feb', 'Mar', 'Apr', 'Jun', 'Jul', 'Aug', 'Sep', 'Sept', 'Oct', 'Nov', 'Dec'],
])

/** Dr. Smith, e.g., No. 5, St. Anna and Baker St., Henry VIII. */
export function speakAbbreviations(text: string, accent: Accent): string {
  const names = Object.keys(abbreviations).join('|')
  return text
    .replace(/\be\.?g\.(,?)/g, 'for example$1')
    .replace(/\bi\.?e\.(,?)/g, 'that is$1')
    .replace(/\b(Mr|Mrs|Ms|Dr)(?= [A-Z])/g, (short) => abbreviations[short] ?? short)
    .replace(/\bSt\.? (?=[A-Z])/g, 'Saint ')
    .replace(/(?<=[A-Z][a-z]+ )St\b\.?/g, 'Street')
    .replace(/\bPh\.?D\b\.?/g, 'P.H.D.')
    .replace(/\bw\/o\b/g, 'without')
    .replace(/\bw\/(?= ?[a-z])/g, 'with ')
    .replace(
      new RegExp(`\\b(${Object.keys(days).join('|')})\\.(?= |,)`, 'g'),
      (_, day) => days[day] ?? '',
    )
    .replace(
      new RegExp(`(?<![\\w.])(${names})\\.(?!\\w)`, 'g'),
      (_, short, at: number, all: string) => {
        const end = at + short.length + 1
        // Keep the period if it also ends the text, so the intonation falls.
        return `${abbreviations[short]}${/^["”')\s]*$/.test(all.slice(end)) ? '.' : ''}`
      },
    )
    .replace(romanAfterName, (all, name, roman) => {
      const value = romanValue(roman)
      if (value === undefined) return all
      const royal = !/^(?:World War|Chapter|Part|Volume|Act|Phase|Type|Class)$/.test(name)
      const digits = String(value)
      return `${name} ${royal ? `the ${ordinalWords(digits, accent)}` : cardinalWords(digits, accent)}`
    })
}

const rulers =
  'Henry|Louis|Elizabeth|George|Charles|William|Edward|James|Richard|Philip|Pius|Benedict|John Paul|Gregory|Leo|Napoleon|Frederick|Catherine|Nicholas|Alexander|Ramesses|Francis|Mary'
const romanAfterName = new RegExp(
  `\\b(${rulers}|World War|Chapter|Part|Volume|Act|Phase|Type|Class) ([IVX]{1,6})\\b(?!\\.\\w)`,
  'g',
)

const romanValues: Record<string, number> = { I: 1, V: 5, X: 10 }

/** Undefined for an invalid Roman numeral. */
function romanValue(roman: string): number | undefined {
  if (!/^X{0,3}(?:IX|IV|V?I{0,3})$/.test(roman)) return undefined
  let total = 0
  for (const [index, letter] of [...roman].entries()) {
    const value = romanValues[letter] ?? 0
    total += value < (romanValues[roman[index + 1] ?? ''] ?? 0) ? -value : value
  }
  return total
}
