/** Every entry of a list that comes in pages. For lists that people can read to the end. */
export async function readAll<Entry>(pages: AsyncIterable<Entry>): Promise<Entry[]> {
  const all: Entry[] = []
  for await (const entry of pages) all.push(entry)
  return all
}
