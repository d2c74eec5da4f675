// Stands in for a model, so that the example runs without one.
import { MockLanguageModelV4 } from 'ai/test'
import { scriptedTurn } from '../atelier.js'

const usage = { inputTokens: { total: 0 }, outputTokens: { total: 0 } }

export function scriptedModel(image) {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const turn = scriptedTurn(resultsIn(prompt), image)
      const content = turn.tool
        ? {
            type: 'tool-call',
            toolCallId: `call-${turn.tool}`,
            toolName: turn.tool,
            input: JSON.stringify(turn.input),
          }
        : { type: 'text', text: turn.text }
      const finishReason = { unified: turn.tool ? 'tool-calls' : 'stop' }
      return { content: [content], finishReason, usage, warnings: [] }
    },
  })
}

function resultsIn(prompt) {
  const parts = prompt.filter(({ role }) => role === 'tool').flatMap(({ content }) => content)
  return Object.fromEntries(parts.map(({ toolName, output }) => [toolName, output.value]))
}
