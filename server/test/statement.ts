/** A statement whose text the test puts together, for the tag that queries use. */
export function statement(text: string): TemplateStringsArray {
  return Object.assign([text], { raw: [text] })
}
