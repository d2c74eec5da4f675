// Entry point of "npm run dev": serves from the source, whether or not there is a build of it.
import { main } from '../cli/src/main.ts'

await main(['serve', '--stop-with-parent', ...process.argv.slice(2)])
