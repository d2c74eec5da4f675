/** The result of each simple tool. */
export interface ToolOutcome {
  bytes: Uint8Array
  width: number
  height: number
  contentType: string
  warnings: string[]
}
