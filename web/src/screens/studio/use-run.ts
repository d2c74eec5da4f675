import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { writeDraft } from '../../ui/drafts.ts'
import { placeOfArea } from './brush/draw-mask.ts'
import { type Settings, type ToolId, tools } from './tools.ts'

interface Options {
  /** The task whose result the new one is compared with. */
  against?: string
  /** Called when the server has accepted the request. */
  onSent: () => void
}

export function useRun(tool: ToolId, picture: string, { against, onSent }: Options) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: (settings: Settings) => tools[tool].submit(picture, settings as never),
    onSuccess: ({ task_id }, settings) => {
      onSent()
      // The server has it only as a mask, which nobody could paint on.
      if ('area' in settings) writeDraft(placeOfArea(task_id), settings.area)
      void queryClient.invalidateQueries({ queryKey: ['tasks', 'list'] })
      void navigate({
        to: '/studio/$task' as string,
        params: { task: task_id } as never,
        search: (against ? { against } : {}) as never,
      })
    },
  })
}
