// Stands in for a model, so that the example runs without one.
import { AIMessage } from '@langchain/core/messages'
import { scriptedTurn } from '../atelier.js'

export function scriptedModel(image) {
  return {
    invoke: async (messages) => {
      const results = messages
        .filter((message) => message.getType() === 'tool')
        .map(({ name, content }) => [name, JSON.parse(content)])
      const turn = scriptedTurn(Object.fromEntries(results), image)
      if (!turn.tool) return new AIMessage(turn.text)
      const asked = {
        id: `call-${turn.tool}`,
        name: turn.tool,
        args: turn.input,
        type: 'tool_call',
      }
      return new AIMessage({ content: '', tool_calls: [asked] })
    },
  }
}
