// Atelier as tools of a LangGraph agent: node agent.js <URL or asset id of an image>
// For a real model, replace scriptedModel by one with tools: new ChatOpenAI(…).bindTools(list).
import { HumanMessage, SystemMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { z } from 'zod'
import { instructions, tools } from '../atelier.js'
import { scriptedModel } from './scripted-model.js'

const [image = 'https://example.com/photo.jpg'] = process.argv.slice(2)

const list = Object.entries(tools).map(([name, { run, description, input }]) =>
  tool(async (given) => JSON.stringify(await run(given)), {
    name,
    description,
    schema: z.object(Object.fromEntries(input.map((field) => [field, z.string()]))),
  }),
)
const model = scriptedModel(image)

const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addNode('tools', new ToolNode(list))
  .addEdge(START, 'model')
  .addConditionalEdges('model', ({ messages }) =>
    messages.at(-1).tool_calls?.length ? 'tools' : END,
  )
  .addEdge('tools', 'model')
  .compile()

const { messages } = await graph.invoke({
  messages: [new SystemMessage(instructions), new HumanMessage(`The image is ${image}.`)],
})
console.log(messages.at(-1).content)
