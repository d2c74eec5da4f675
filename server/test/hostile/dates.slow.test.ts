import { useService, useTenant } from '../harness.ts'
import { impossible, testTimeFields } from './test-time-fields.ts'

const service = useService()
testTimeFields(service, useTenant(service), impossible)
