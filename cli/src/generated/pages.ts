// Generated from docs/openapi.json by "npm run generate". Do not edit.

import type { NounSpec } from '../operations/spec.ts'

export const operations: NounSpec = {
  "show-unsubscribe": {"id":"showUnsubscribePage","method":"showUnsubscribe","summary":"Show the page to unsubscribe from a category","permission":"public","params":[{"name":"token","says":"The signed token from the email.","types":["string"]}],"fields":[],"gives":"file","isPublic":true,"example":["WzEs…"]},
  "unsubscribe": {"id":"unsubscribe","method":"unsubscribe","summary":"Unsubscribe from a category of emails","says":"Called by the form of that page, and by mail programs (RFC 8058).","permission":"public","params":[{"name":"token","says":"The signed token from the email.","types":["string"]}],"fields":[],"takes":"raw","gives":"file","isPublic":true,"example":["WzEs…","--body","List-Unsubscribe=One-Click"]},
  "show-answer": {"id":"showAnswerPage","method":"showAnswer","summary":"Show the answer page; opening it changes nothing","permission":"public","params":[{"name":"token","says":"The signed token from the email.","types":["string"]}],"fields":[{"name":"value","flag":"value","in":"query","says":"The preselected answer.","types":["string"]}],"takes":"query","gives":"file","isPublic":true,"example":["WzEs…"]},
  "answer-by-link": {"id":"answerByLink","method":"answerByLink","summary":"Submit the form of the answer page","permission":"public","params":[{"name":"token","says":"The signed token from the email.","types":["string"]}],"fields":[],"takes":"raw","gives":"file","isPublic":true,"example":["WzEs…","--body","value=approved"]},
}
