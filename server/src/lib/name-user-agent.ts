const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** "Firefox on Linux" for a browser, else the program's name. This is a hint, not proof. */
export function nameUserAgent(userAgent: string | null): string {
  if (!userAgent) return 'Unknown program'
  const findName = (list: [RegExp, string][]) => list.find(([form]) => form.test(userAgent))?.[1]
  const [browser, system] = [findName(browsers), findName(systems)]
  if (browser) return system ? `${browser} on ${system}` : browser
  return /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? 'Unknown program'
}
