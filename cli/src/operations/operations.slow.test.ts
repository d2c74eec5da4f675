import { listOperations, readDocument } from '../../../sdk/scripts/document.ts'
import { isCalledByExample, testJson, useRecorder } from './test-recorder.ts'

testJson(listOperations(await readDocument()).filter(isCalledByExample), useRecorder())
