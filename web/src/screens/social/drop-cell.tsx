import { type ReactNode, useState } from 'react'

interface Props {
  className: string | undefined
  isToday?: boolean
  isOutside?: boolean
  onDrop: (key: string) => void
  children: ReactNode
}

/** A calendar cell that accepts dropped posts. Keyboard users have “Move”. */
export function DropCell({ className, isToday, isOutside, onDrop, children }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is by mouse; “Move” does the same by keyboard
    <div
      className={className}
      data-today={isToday || undefined}
      data-outside={isOutside || undefined}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop(event.dataTransfer.getData('text/plain'))
      }}
    >
      {children}
    </div>
  )
}
