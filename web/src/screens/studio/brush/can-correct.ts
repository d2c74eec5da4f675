import type { TaskRequest } from '../task-request.ts'
import type { ToolId, ToolSettings } from '../tools.ts'
import type { Refinement } from './strokes.ts'

type CutOutTool = Extract<ToolId, 'remove-background' | 'replace-background' | 'blur-background'>

/** A request that can be sent again with strokes. */
export interface CorrectableRequest extends TaskRequest {
  tool: CutOutTool
  picture: string
  settings: ToolSettings[CutOutTool] & { refine?: Refinement }
}

export function canCorrect(asked: TaskRequest): asked is CorrectableRequest {
  const { tool, picture, settings } = asked
  if (!picture) return false
  // The background may have been a URL that is not shown in full.
  if (tool === 'replace-background')
    return 'background_color' in settings || 'background_url' in settings
  return tool === 'remove-background' || tool === 'blur-background'
}

/** Where the unsent strokes for a result are kept. */
export const placeOfStrokes = (taskId: string): string => `strokes ${taskId}`
