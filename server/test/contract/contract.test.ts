import { fakeModels } from './fake-models.ts'
import { testContract } from './test-contract.ts'

testContract(fakeModels, { hasModels: false })
