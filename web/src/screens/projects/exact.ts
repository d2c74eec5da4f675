import {
  type JsonNode,
  JsonText,
  memberOf,
  type ObjectNode,
  parseJson,
  stringOf,
  type UpdateProjectBody,
  writeJson,
} from '@atelier/sdk'
import { api } from '../../app/api.ts'

/** A project's fields besides its data. */
interface Texts {
  title: string
  description: string
  primary_type: string
}

/** A project at a revision, with exact numbers. */
export interface Version extends Texts {
  revision: number
  data: ObjectNode
}

type OnResponse = { onResponse: (response: Response) => void }

/** Reads a response as JSON nodes. The client itself would parse numbers as JavaScript numbers. */
export async function readExact(
  call: (options: OnResponse) => Promise<unknown>,
): Promise<JsonNode> {
  let text: Promise<string> | undefined
  await call({
    onResponse: (response) => {
      if (!response.ok) return
      text = response.clone().text()
      // An aborted call reports its own error, and nothing reads the text then.
      text.catch(() => {})
    },
  })
  return parseJson((await text) ?? 'null')
}

export function readVersion(node: JsonNode): Version {
  const text = (name: string) => stringOf(memberOf(node, name)) ?? ''
  return {
    title: text('title'),
    description: text('description'),
    primary_type: text('primary_type'),
    revision: Number(memberOf(node, 'revision')?.source),
    data: memberOf(node, 'data') as ObjectNode,
  }
}

/** Saves a project's data with exact numbers. The server merges concurrent changes. */
export async function saveData(
  type: string,
  id: string,
  { data, from }: { data: JsonNode; from: number },
): Promise<Version> {
  // As text: the client would write JavaScript numbers.
  const body = new JsonText(`{"data":${writeJson(data)}}`) as unknown as UpdateProjectBody
  const headers = { 'if-match': `"rev-${from}"` }
  const answer = await readExact((options) =>
    api.projects.update(type, id, body, { ...options, headers }),
  )
  return readVersion(answer)
}
