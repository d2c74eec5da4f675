import { createContext, useContext } from 'react'
import type { CardNames } from './kanban/card.tsx'
import type { FullBoard } from './model.ts'

export interface OpenBoard {
  board: FullBoard
  names: CardNames
  mayWrite: boolean
  mayManage: boolean
}

export const BoardContext = createContext<OpenBoard | null>(null)

/** The open board, for all components on it. */
export function useBoard(): OpenBoard {
  const board = useContext(BoardContext)
  if (!board) throw new Error('useBoard must be used inside a board')
  return board
}
