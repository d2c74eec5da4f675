/** Reads all pages of a list. Only for lists short enough for people to read. */
export async function readAll<Entry>(pages: AsyncIterable<Entry>): Promise<Entry[]> {
  const all: Entry[] = []
  for await (const entry of pages) all.push(entry)
  return all
}
