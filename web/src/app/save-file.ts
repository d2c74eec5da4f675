/** Has the browser save what is at an address of this page. */
export function saveFile(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** The same for what was made in the page. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  saveFile(address, name)
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
