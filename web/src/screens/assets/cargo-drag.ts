import { type DragEvent, useState } from 'react'
import type { Cargo } from './use-move.ts'

/** Our own type, so that the page doesn't take a dragged card for a new file. */
const cargoType = 'application/x-atelier-cargo'

/** For an element that can be dragged onto a folder with the mouse. */
export function carrying(cargo: () => Cargo) {
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(cargoType, JSON.stringify(cargo()))
      dataTransfer.effectAllowed = 'move'
    },
  }
}

/** For an element that accepts dragged files and folders. */
export function useDropTarget(id: string | null, onDrop: (cargo: Cargo) => void) {
  const [isOver, setOver] = useState(false)
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(cargoType)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      const data = event.dataTransfer.getData(cargoType)
      if (!data) return
      event.preventDefault()
      const cargo = JSON.parse(data) as Cargo
      if (cargo.from !== id && !(cargo.kind === 'folder' && cargo.id === id)) onDrop(cargo)
    },
  }
}
