import type { Feature } from '../feature.ts'
import { selectNextRotation } from './queries.ts'
import { rotateKeys } from './receipt-keys.ts'
import { receiptRoutes } from './routes.ts'

export const receipts: Feature = {
  name: 'receipts',
  tags: { Receipts: 'Signed proofs of who approved what, which anyone can verify offline.' },
  operations: receiptRoutes,
  due: (deps) => [
    {
      name: 'receipt keys',
      dueAt: selectNextRotation,
      work: () => rotateKeys(deps, { onlyIfDue: true }),
    },
  ],
}
