// Atelier as tools of the OpenAI Agents SDK: node agent.js <URL or asset id of an image>
// Set MODEL and OPENAI_API_KEY to use a real model.
import { Agent, run, setTracingDisabled, tool } from '@openai/agents'
import { z } from 'zod'
import { instructions, tools } from '../atelier.js'
import { scriptedModel } from './scripted-model.js'

setTracingDisabled(true)
const [image = 'https://example.com/photo.jpg'] = process.argv.slice(2)

const agent = new Agent({
  name: 'Product images',
  instructions,
  model: process.env.MODEL ?? scriptedModel(image),
  tools: Object.entries(tools).map(([name, { run, description, input }]) =>
    tool({
      name,
      description,
      parameters: z.object(Object.fromEntries(input.map((field) => [field, z.string()]))),
      execute: run,
    }),
  ),
})

const { finalOutput } = await run(agent, `The image is ${image}.`)
console.log(finalOutput)
