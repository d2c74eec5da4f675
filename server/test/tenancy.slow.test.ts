import { testMalformedIds, useOutsider } from './use-outsider.ts'

/** `tenancy.test.ts` has the other malformed ids. */
testMalformedIds(useOutsider(), ['0', '-1', '1.5', "1'--"])
