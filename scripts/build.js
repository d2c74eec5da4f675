// "npm run build": what "npm start" serves.
import { buildConsole } from './build-console.js'
import { buildProgram } from './build-program.js'

await buildProgram()
await buildConsole()
