/** Acronyms that are spoken as words. */
const spokenAsWords = new Set([
  ...[
    'NASA',
    'NATO',
    'UNESCO',
    'UNICEF',
    'OPEC',
    'AIDS',
    'LASER',
    'RADAR',
    'SCUBA',
    'ASCII',
    'RAM',
  ],
  ...[
    'ROM',
    'PIN',
    'SIM',
    'GIF',
    'BIOS',
    'FIFA',
    'UEFA',
    'NAFTA',
    'ASEAN',
    'COVID',
    'SARS',
    'LIDAR',
  ],
  ...[
    'IKEA',
    'LEGO',
    'VISA',
    'SWAT',
    'POTUS',
    'MIDI',
    'REST',
    'CRUD',
    'JSON',
    'YAML',
    'AJAX',
    'SOAP',
  ],
  ...[
    'BASIC',
    'COBOL',
    'SAAS',
    'PAAS',
    'CAPTCHA',
    'LAN',
    'WAN',
    'MERS',
    'ISIS',
    'NASDAQ',
    'EBITDA',
  ],
])

/** Short words that people capitalise for emphasis. Longer ones are recognised by their vowels. */
const shoutedWords = new Set(
  (
    'A I AM AN AND ARE AS AT BE BIG BUT BUY BY CAN DAY DID DO END FOR GET GO GOOD GOT HAS HAVE HE HER ' +
    'HIM HIS HOT HOW IF IN IS IT ITS LET MAY ME MORE MOST MUST MY NEW NO NOT NOW OF OFF OK ON ONE ONLY ' +
    'OR OUR OUT OVER OWN PUT READ SALE SAY SEE SHE SO SOME STOP SUCH THAN THAT THE THEIR THEM THEN ' +
    'THERE THEY THIS TO TOO TOP TRY TWO UP USE VERY WAS WAY WE WERE WHAT WHEN WHY WILL WITH WON ' +
    'YES YET YOU YOUR FREE ALL ANY HERE JUST NEVER ALWAYS EVERY WARNING NOTE'
  ).split(' '),
)

/** Spoken neither as a word nor as letters. */
const special: Record<string, string> = {
  OK: 'okay',
  JPEG: 'jay peg',
  SQL: 'sequel',
  WWII: 'World War Two',
}

/**
 * Spells out letters: “FBI” → “F.B.I.”, which espeak reads with the stress of an acronym. A text
 * that is mostly capitals is shouting and is read as words.
 */
export function speakAcronyms(text: string): string {
  const shouted = isMostlyCapitals(text)
  return text
    .replace(/\b(?:[A-Z]&[A-Z])\b/g, (pair) => pair.replace('&', ' and '))
    .replace(/\b([A-Z]{2,6})(s|['’]s)?\b(?!\.[A-Z])/g, (all, capitals: string, ending = '') => {
      if (special[capitals] !== undefined) return `${special[capitals]}${ending}`
      if (spokenAsWords.has(capitals))
        return capitals.charAt(0) + capitals.slice(1).toLowerCase() + ending
      if (shoutedWords.has(capitals) || shouted) return all.toLowerCase()
      if (capitals.length > 4 && isPronounceable(capitals)) return all.toLowerCase()
      const dotted = `${[...capitals].join('.')}.`
      return ending === '' ? dotted : `${dotted}'s`
    })
}

function isMostlyCapitals(text: string): boolean {
  const words = text.match(/\p{L}{2,}/gu) ?? []
  const capitals = words.filter((word) => word === word.toUpperCase())
  return words.length >= 3 && capitals.length / words.length > 0.7
}

function isPronounceable(capitals: string): boolean {
  return /[AEIOUY]/.test(capitals) && !/[^AEIOUY]{4}|^[^AEIOUY]{3}/.test(capitals)
}
