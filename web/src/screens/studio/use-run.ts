import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Settings, type ToolId, tools } from './tools.ts'

export function useRun(tool: ToolId, picture: string) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: (settings: Settings) => tools[tool].submit(picture, settings as never),
    onSuccess: ({ task_id }) => {
      void queryClient.invalidateQueries({ queryKey: ['tasks', 'list'] })
      void navigate({ to: '/studio/$task' as string, params: { task: task_id } as never })
    },
  })
}
