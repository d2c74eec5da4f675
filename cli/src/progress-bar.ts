const width = 30

export interface ProgressBar {
  /** `share` is 0 to 1. */
  show(share: number, text: string): void
  end(): void
}

/** A line on standard error that overwrites itself; prints nothing without a terminal. */
export function progressBar(name: string): ProgressBar {
  const stream = process.stderr
  if (!stream.isTTY) return { show: () => {}, end: () => {} }
  let shown = false
  return {
    show: (share, text) => {
      const filled = Math.round(Math.min(1, Math.max(0, share)) * width)
      const bar = '█'.repeat(filled).padEnd(width, '░')
      const line = `${name}  ${bar}  ${text}`.slice(0, Math.max(20, (stream.columns ?? 80) - 1))
      stream.write(`\r\x1b[K${line}`)
      shown = true
    },
    end: () => {
      if (shown) stream.write('\n')
    },
  }
}
