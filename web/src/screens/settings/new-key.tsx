import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import form from '../../ui/form.module.css'
import { Segments } from '../../ui/segments.tsx'

type Client = 'curl' | 'sdk' | 'mcp'

const clients: { id: Client; label: string }[] = [
  { id: 'curl', label: 'curl' },
  { id: 'sdk', label: 'TypeScript' },
  { id: 'mcp', label: 'MCP' },
]

const snippets: Record<Client, (key: string) => string> = {
  curl: (key) =>
    `curl ${location.origin}/api/v1/workspaces/current \\\n  -H 'Authorization: Api-Key ${key}'`,
  sdk: (key) =>
    `import { Atelier } from '@atelier/sdk'\n\nconst atelier = new Atelier({\n  baseUrl: '${location.origin}',\n  apiKey: '${key}',\n})\nconsole.log(await atelier.workspaces.getCurrent())`,
  mcp: (key) =>
    `claude mcp add --transport http atelier ${location.origin}/mcp \\\n  --header 'Authorization: Api-Key ${key}'`,
}

/** A new key, which is shown only once, and how an agent uses it. */
export function NewKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [client, setClient] = useState<Client>('curl')
  return (
    <Dialog title="Your new key" kind="wide" isOpen onClose={onClose}>
      <div className={form.form}>
        <p>Copy it now. It is not shown again.</p>
        <CopyText text={secret} />
        <Segments label="Try it with" options={clients} value={client} onChange={setClient} />
        <CopyText text={snippets[client](secret)} />
        <DialogButtons>
          <Button kind="first" onPress={onClose}>
            Done
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
