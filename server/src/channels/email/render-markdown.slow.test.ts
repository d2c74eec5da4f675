import { slowest, testHostileMarkdown } from './test-hostile-markdown.ts'

/** `render-markdown.test.ts` has the others. */
testHostileMarkdown(slowest)
