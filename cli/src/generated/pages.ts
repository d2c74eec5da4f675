// Made from docs/openapi.json by "npm run generate". Changes here are lost.

import type { NounSpec } from '../operations/spec.ts'

export const operations: NounSpec = {
  "show-answer": {"id":"showAnswerPage","method":"showAnswer","summary":"The page on which a person answers; opening it changes nothing","permission":"public","params":[{"name":"token","says":"From the mail, and signed.","types":["string"]}],"fields":[{"name":"value","flag":"value","in":"query","says":"The answer that is chosen beforehand.","types":["string"]}],"takes":"query","gives":"file","isPublic":true,"example":["WzEs…"]},
  "answer-by-link": {"id":"answerByLink","method":"answerByLink","summary":"What the form of that page sends","permission":"public","params":[{"name":"token","says":"From the mail, and signed.","types":["string"]}],"fields":[],"takes":"raw","gives":"file","isPublic":true,"example":["WzEs…","--body","value=approved"]},
  "show-unsubscribe": {"id":"showUnsubscribePage","method":"showUnsubscribe","summary":"The page that stops mails of a kind","permission":"public","params":[{"name":"token","says":"From the mail, and signed.","types":["string"]}],"fields":[],"gives":"file","isPublic":true,"example":["WzEs…"]},
  "unsubscribe": {"id":"unsubscribe","method":"unsubscribe","summary":"Stop mails of a kind","says":"What the page sends, and what mail programs send as RFC 8058 says.","permission":"public","params":[{"name":"token","says":"From the mail, and signed.","types":["string"]}],"fields":[],"takes":"raw","gives":"file","isPublic":true,"example":["WzEs…","--body","List-Unsubscribe=One-Click"]},
}
