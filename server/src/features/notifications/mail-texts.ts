interface Texts {
  html: string
  text: string
  headers: object
}

/** Changes every text of an email that can contain a link. */
export function mapTexts<T extends Texts>(mail: T, change: (text: string) => string): T {
  const headers = Object.entries(mail.headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? change(value) : value,
  ])
  return {
    ...mail,
    html: change(mail.html),
    text: change(mail.text),
    headers: Object.fromEntries(headers),
  }
}
