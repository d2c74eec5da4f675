/** A body that is already JSON and is sent verbatim: numbers keep digits that JavaScript loses. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    JSON.parse(text)
    this.text = text
  }
}
