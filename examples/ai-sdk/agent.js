// Atelier as tools of the Vercel AI SDK: node agent.js <URL or asset id of an image>
// Set MODEL, such as openai/gpt-5, to use a real model through the AI gateway.
import { generateText, isStepCount, tool } from 'ai'
import { z } from 'zod'
import { instructions, tools } from '../atelier.js'
import { scriptedModel } from './scripted-model.js'

const [image = 'https://example.com/photo.jpg'] = process.argv.slice(2)

const { text } = await generateText({
  model: process.env.MODEL ?? scriptedModel(image),
  system: instructions,
  prompt: `The image is ${image}.`,
  stopWhen: isStepCount(10),
  tools: Object.fromEntries(
    Object.entries(tools).map(([name, { run, description, input }]) => [
      name,
      tool({
        description,
        inputSchema: z.object(Object.fromEntries(input.map((field) => [field, z.string()]))),
        execute: run,
      }),
    ]),
  ),
})
console.log(text)
