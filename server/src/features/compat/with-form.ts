import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type FormLimits, type ReceivedForm, receiveForm } from '../assets/receive-form.ts'
import { forgetContent } from '../assets/remove-unused.ts'
import { largestUploadBytes } from '../assets/sign-upload.ts'

/** For forms with one upload, in the field `file`. */
export const oneFile: FormLimits = {
  isFileField: (field) => field === 'file',
  maxFiles: 1,
  maxFileBytes: largestUploadBytes,
}

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
