export type Status = 'ok' | 'warning' | 'problem' | 'skipped'

/** The result of a check and, unless it is ok, how to fix it. */
export interface Finding {
  status: Status
  found: string
  fix: string | null
}

export interface Check extends Finding {
  name: string
}

export const ok = (found: string): Finding => ({ status: 'ok', found, fix: null })

/** Works, but not as it should, or not for long. */
export const warning = (found: string, fix: string): Finding => ({
  status: 'warning',
  found,
  fix,
})

/** Atelier cannot run like this. */
export const problem = (found: string, fix: string): Finding => ({
  status: 'problem',
  found,
  fix,
})

/** Doesn't apply here, or can't be checked yet. */
export const skipped = (found: string, fix: string): Finding => ({
  status: 'skipped',
  found,
  fix,
})

/** A check that throws is a finding too: one surprise must not hide the other checks. */
export async function look(name: string, how: () => Promise<Finding> | Finding): Promise<Check> {
  try {
    return { name, ...(await how()) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const fix = 'This is a bug. Please report it with the output of this command.'
    return { name, ...problem(`The check failed: ${reason}`, fix) }
  }
}
