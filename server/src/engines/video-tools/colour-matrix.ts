export type ColourMatrix = 'bt601' | 'bt709'

/** Players assume this matrix for a video that doesn't name one. */
export function usualMatrix(height: number): ColourMatrix {
  return height >= 720 ? 'bt709' : 'bt601'
}
