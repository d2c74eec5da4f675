const form = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/

/** A media type such as image/png, in lower case and without parameters. */
export function isMediaType(text: string): boolean {
  return form.test(text)
}
