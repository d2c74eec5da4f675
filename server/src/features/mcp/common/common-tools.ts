import type { OperationCaller } from '../../../http/call-operation.ts'
import type { Tool } from '../surface.ts'
import { anyTools } from './any-tool.ts'
import { cardTools } from './cards.ts'
import { fileTools } from './files.ts'
import { mediaTools } from './media.ts'
import { peopleTools } from './people.ts'
import { recordTools } from './records.ts'
import { workTools } from './work.ts'

/** The tools of the common work, which clients see if they choose no toolset. */
export function commonTools(caller: OperationCaller): Tool[] {
  return [
    ...anyTools(caller),
    ...recordTools(caller),
    ...fileTools(caller),
    ...mediaTools(caller),
    ...cardTools(caller),
    ...peopleTools(caller),
    ...workTools(caller),
  ]
}
