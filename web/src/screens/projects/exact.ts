import {
  type JsonNode,
  JsonText,
  memberOf,
  type ObjectNode,
  parseJson,
  type UpdateProjectBody,
  writeJson,
} from '@atelier/sdk'
import { api } from '../../app/api.ts'

/** What a project says beside its data. */
interface Texts {
  title: string
  description: string
  primary_type: string
}

/** A project as it was at a revision, to the digit. */
export interface Version extends Texts {
  revision: number
  data: ObjectNode
}

type OnResponse = { onResponse: (response: Response) => void }

/** The answer to a call as JSON nodes. The client itself reads numbers as JavaScript does. */
export async function readExact(
  call: (options: OnResponse) => Promise<unknown>,
): Promise<JsonNode> {
  let text: Promise<string> | undefined
  await call({
    onResponse: (response) => {
      if (!response.ok) return
      text = response.clone().text()
      // When the call is given up, it says so itself, and nobody asks for the text any more.
      text.catch(() => {})
    },
  })
  return parseJson((await text) ?? 'null')
}

export function versionIn(node: JsonNode): Version {
  const text = (name: string) => {
    const member = memberOf(node, name)
    return member?.kind === 'string' ? member.value : ''
  }
  const revision = memberOf(node, 'revision')
  return {
    title: text('title'),
    description: text('description'),
    primary_type: text('primary_type'),
    revision: revision?.kind === 'number' ? Number(revision.digits) : 0,
    data: memberOf(node, 'data') as ObjectNode,
  }
}

/** Makes a project's data what a node says, to the digit; merged on the server if others were faster. */
export async function saveData(
  type: string,
  id: string,
  { data, from }: { data: JsonNode; from: number },
): Promise<Version> {
  // As text: the client would write numbers as JavaScript has them.
  const body = new JsonText(`{"data":${writeJson(data)}}`) as unknown as UpdateProjectBody
  const headers = { 'if-match': `"rev-${from}"` }
  const answer = await readExact((options) =>
    api.projects.update(type, id, body, { ...options, headers }),
  )
  return versionIn(answer)
}
