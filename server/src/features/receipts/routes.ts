import { Type } from 'typebox'
import { resource } from '../../http/resource.ts'
import { named, UuidParams } from '../../http/schemas.ts'
import { getReceipt } from './get-receipt.ts'
import { allKeys } from './queries.ts'

const Keys = named(
  'ReceiptKeys',
  Type.Object({
    keys: Type.Array(
      Type.Object({
        kty: Type.String(),
        crv: Type.String(),
        x: Type.String(),
        kid: Type.String(),
        alg: Type.String(),
        use: Type.String(),
      }),
    ),
  }),
)

const receipts = resource({
  tag: 'Receipts',
  path: '',
  read: 'notifications:read',
  params: UuidParams,
  notFound: 'question_not_found',
  example: { params: { id: 'c2a7e0b4-1f60-4b8e-9c0a-2d5f8e6b7a90' } },
})

export function receiptRoutes() {
  return [
    receipts.get('/api/v1/questions/{id}/receipt', {
      id: 'getReceipt',
      summary: 'Get the signed receipt of an answer',
      description:
        'A compact JWS (EdDSA) that proves who answered what, where and when. Its `subject` is the hash of what was approved. Verify it offline with the keys at /.well-known/atelier-keys.json, or with `atelier receipts verify`.',
      reply: Type.String({ contentMediaType: 'application/jose' }),
      replyTypes: ['application/jose'],
      problems: ['receipt_unavailable'],
      example: {
        reply: 'eyJhbGciOiJFZERTQSIsImtpZCI6IuKApiJ9.eyJxdWVzdGlvbl9pZCI6IuKApiJ9.c2lnbmF0dXJl',
      },
      exchange: async (deps, { actor, params }, { reply }) => {
        const jws = await getReceipt(deps, actor, params.id)
        return reply.type('application/jose').send(jws)
      },
    }),
    receipts.get('/.well-known/atelier-keys.json', {
      id: 'listReceiptKeys',
      summary: 'List the public keys of receipts',
      description:
        'A JWK set with the current key and all earlier ones. Save it to verify offline.',
      permission: 'public',
      reply: Keys,
      example: {
        reply: {
          keys: [
            {
              kty: 'OKP',
              crv: 'Ed25519',
              x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
              kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
              alg: 'EdDSA',
              use: 'sig',
            },
          ],
        },
      },
      handle: async ({ db }) => {
        const rows = await allKeys(db.system)
        return { keys: rows.map(({ public_jwk }) => public_jwk) as never }
      },
    }),
  ]
}
