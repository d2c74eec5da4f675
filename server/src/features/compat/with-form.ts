import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type FormLimits, type ReceivedForm, receiveForm } from '../assets/receive-form.ts'
import { forgetContent } from '../assets/remove-unused.ts'

/** Reads a form and works with it. If that fails, its files are deleted unless an asset has them. */
export async function withForm<Result>(
  deps: Deps,
  request: FastifyRequest,
  limits: FormLimits,
  work: (form: ReceivedForm) => Promise<Result>,
): Promise<Result> {
  const form = await receiveForm(deps, request, limits)
  try {
    return await work(form)
  } catch (error) {
    const keys = form.files.map(({ key }) => key)
    await forgetContent(deps, keys)
    throw error
  }
}
