import type { Task } from './model.ts'
import styles from './priority-mark.module.css'

const heights = { low: 1, medium: 2, high: 3 }

/** A task's priority as a small icon. */
export function PriorityMark({ priority }: { priority: Task['priority'] }) {
  if (priority === null) return null
  return (
    <span className={`${styles.mark} ${styles[priority] ?? ''}`} title={`Priority: ${priority}`}>
      <svg width={14} height={14} viewBox="0 0 14 14" aria-hidden>
        {priority === 'urgent' ? (
          <path d="M3 0h8a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3Zm3.2 3v5h1.6V3Zm0 6.4V11h1.6V9.4Z" />
        ) : (
          [1, 2, 3].map((bar) => (
            <rect
              key={bar}
              x={bar * 5 - 5}
              y={14 - bar * 4}
              width={3}
              height={bar * 4}
              rx={1}
              className={bar > heights[priority] ? styles.rest : undefined}
            />
          ))
        )}
      </svg>
      <span className="unseen">Priority {priority}.</span>
    </span>
  )
}
