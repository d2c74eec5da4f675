/** Formats of text and numbers in a schema that refer to a record of the workspace. */
const recordFormats = [
  'asset-id',
  'asset-source',
  'user-id',
  'social-account-id',
  'board-id',
] as const

export type RecordFormat = (typeof recordFormats)[number]

export function findRecordFormat(format: string | undefined): RecordFormat | undefined {
  return recordFormats.find((one) => one === format)
}
