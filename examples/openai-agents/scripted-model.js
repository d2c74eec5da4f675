// Stands in for a model, so that the example runs without one.
import { Usage } from '@openai/agents'
import { scriptedTurn } from '../atelier.js'

export function scriptedModel(image) {
  return {
    getResponse: async ({ input }) => {
      const { tool, input: given, text } = scriptedTurn(resultsIn(input), image)
      const asked = {
        type: 'function_call',
        callId: `call-${tool}`,
        name: tool,
        status: 'completed',
      }
      const said = { type: 'message', role: 'assistant', status: 'completed' }
      const output = tool
        ? { ...asked, arguments: JSON.stringify(given) }
        : { ...said, content: [{ type: 'output_text', text }] }
      return { usage: new Usage(), output: [output] }
    },
    getStreamedResponse: () => {
      throw new Error('The scripted model does not stream.')
    },
  }
}

function resultsIn(input) {
  if (typeof input === 'string') return {}
  const results = input
    .filter(({ type }) => type === 'function_call_result')
    .map(({ name, output }) => [name, JSON.parse(output.text ?? output)])
  return Object.fromEntries(results)
}
