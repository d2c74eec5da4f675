export function formatSize(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1000)} kB`
  return `${(bytes / 1e6).toFixed(1)} MB`
}
