import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './app/query-client.ts'
import { registerWorker } from './app/register-worker.ts'
import { router } from './app/router.tsx'
import { sendQueueOnLeaving } from './app/send-on-leaving.ts'
import { applyTheme } from './app/theme.ts'
import { ignoreDisabledPresses } from './ui/disabled-presses.ts'
import { Toasts } from './ui/toasts.tsx'
import './ui/tokens.css'
import './ui/base.css'

applyTheme()
sendQueueOnLeaving(queryClient)
ignoreDisabledPresses()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)

// After the first load, because it must not delay it. Without it, everything else works.
if (import.meta.env.PROD) addEventListener('load', () => void registerWorker().catch(() => {}))
