import { operationsOf, readDocument } from '../../../sdk/scripts/document.ts'
import { isCalledByExample, testJson, useRecorder } from './test-recorder.ts'

testJson(operationsOf(await readDocument()).filter(isCalledByExample), useRecorder())
