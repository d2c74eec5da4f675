/** The words that a language uses for signs, units, dates and abbreviations. */
export interface LanguageWords {
  /** Sign between thousands. The decimal sign is the other one of comma and period. */
  thousands: '.' | ',' | ' '
  months: string[]
  /** A date from its parts. `day` is 1 to 31 without a leading zero. */
  date(day: string, month: string, year: string): string
  time(hour: string, minute: string): string
  /** Amount with its unit. `cents` is empty if there are none. */
  money(amount: string, unit: string, cents: string): string
  /** Names of a currency: one, then many. */
  currencies: Record<string, [one: string, many: string]>
  percent: string
  units: Record<string, string>
  signs: Record<string, string>
  /** With their period, where they have one. */
  abbreviations: Record<string, string>
  ordinal(digits: string): string
}

/** Keys are alternatives in a pattern, so the longest comes first. */
export function alternatives(words: Record<string, unknown>): string {
  return Object.keys(words)
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('|')
}

export const romanceUnits = {
  'm²': ['metros cuadrados', 'mètres carrés', 'metri quadrati', 'metros quadrados'],
  'km²': [
    'kilómetros cuadrados',
    'kilomètres carrés',
    'chilometri quadrati',
    'quilômetros quadrados',
  ],
  'km/h': ['kilómetros por hora', 'kilomètres heure', 'chilometri orari', 'quilômetros por hora'],
  km: ['kilómetros', 'kilomètres', 'chilometri', 'quilômetros'],
  cm: ['centímetros', 'centimètres', 'centimetri', 'centímetros'],
  mm: ['milímetros', 'millimètres', 'millimetri', 'milímetros'],
  kg: ['kilos', 'kilos', 'chili', 'quilos'],
  mg: ['miligramos', 'milligrammes', 'milligrammi', 'miligramas'],
  ml: ['mililitros', 'millilitres', 'millilitri', 'mililitros'],
  GB: ['gigas', 'gigas', 'giga', 'gigas'],
  MB: ['megas', 'mégas', 'mega', 'megas'],
  '°C': ['grados', 'degrés', 'gradi', 'graus'],
  min: ['minutos', 'minutes', 'minuti', 'minutos'],
  m: ['metros', 'mètres', 'metri', 'metros'],
  g: ['gramos', 'grammes', 'grammi', 'gramas'],
  l: ['litros', 'litres', 'litri', 'litros'],
} satisfies Record<string, [string, string, string, string]>

/** One column of a table whose columns are Spanish, French, Italian and Portuguese. */
export function column(
  table: Record<string, [string, string, string, string]>,
  at: 0 | 1 | 2 | 3,
): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([key, words]) => [key, words[at]]))
}

export const romanceSigns = {
  '&': ['y', 'et', 'e', 'e'],
  '@': ['arroba', 'arobase', 'chiocciola', 'arroba'],
  '+': ['más', 'plus', 'più', 'mais'],
  '=': ['igual a', 'égale', 'uguale', 'igual a'],
  '×': ['por', 'fois', 'per', 'vezes'],
  '÷': ['entre', 'divisé par', 'diviso', 'dividido por'],
  '<': ['menor que', 'inférieur à', 'minore di', 'menor que'],
  '>': ['mayor que', 'supérieur à', 'maggiore di', 'maior que'],
  '≈': ['aproximadamente', 'environ', 'circa', 'aproximadamente'],
  '~': ['unos', 'environ', 'circa', 'cerca de'],
  '±': ['más o menos', 'plus ou moins', 'più o meno', 'mais ou menos'],
  '°': ['grados', 'degrés', 'gradi', 'graus'],
  '#': ['almohadilla', 'dièse', 'cancelletto', 'hashtag'],
  '§': ['párrafo', 'paragraphe', 'paragrafo', 'parágrafo'],
  dot: ['punto', 'point', 'punto', 'ponto'],
} satisfies Record<string, [string, string, string, string]>
