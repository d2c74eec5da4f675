/** What each of the simple tools gives back. */
export interface ToolOutcome {
  bytes: Uint8Array
  width: number
  height: number
  contentType: string
  warnings: string[]
}
