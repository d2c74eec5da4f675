/** Downloads the file at a URL of this origin. */
export function saveFile(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Downloads data created in the page. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  saveFile(url, name)
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
