/**
 * Everything that can go wrong, once. The table is also the documentation: the API reference and
 * /problems/{code} are made from it.
 */
export const problems = {
  // Any request
  validation_failed: { status: 400, title: 'The request is not valid' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  malformed_header: { status: 400, title: 'A header is malformed' },
  bad_request: { status: 400, title: 'The request cannot be understood' },
  route_not_found: { status: 404, title: 'There is nothing at this address' },
  method_not_allowed: { status: 405, title: 'This address does not take this method' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: {
    status: 415,
    title: 'The body has a media type that is not taken here',
  },
  precondition_failed: { status: 412, title: 'The record has changed since it was read' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  database_unavailable: { status: 503, title: 'The database does not answer' },
  shutting_down: { status: 503, title: 'The server is stopping' },

  // Who may
  unauthorized: { status: 401, title: 'A valid credential is needed' },
  wrong_login: { status: 401, title: 'Email or password is wrong' },
  refresh_token_invalid: { status: 401, title: 'The refresh token is not valid' },
  permission_denied: { status: 403, title: 'The credential lacks a permission' },
  workspace_forbidden: { status: 403, title: 'The credential does not reach this workspace' },
  workspace_inactive: { status: 403, title: 'The workspace is not active' },
  space_forbidden: { status: 403, title: 'The credential does not reach this teamspace' },

  // Idempotency-Key
  idempotency_key_in_use: {
    status: 409,
    title: 'The first request with this key is still running',
  },
  idempotency_key_reused: { status: 422, title: 'The key was used for another request' },
  idempotency_key_not_found: { status: 404, title: 'No request with this key is known' },

  // Workspaces and people
  slug_taken: { status: 409, title: 'The slug is taken' },
  teamspace_not_found: { status: 404, title: 'Teamspace not found' },
  teamspace_member_not_found: { status: 404, title: 'The person is not in this teamspace' },
  member_not_found: { status: 404, title: 'Member not found' },
  last_owner: { status: 409, title: 'A workspace keeps at least one owner' },
  already_member: { status: 409, title: 'The person is a member already' },
  invitation_not_found: { status: 404, title: 'Invitation not found' },
  invitation_invalid: { status: 410, title: 'The invitation is used up, revoked or expired' },
  wrong_password: { status: 403, title: 'The current password is wrong' },
  task_not_found: { status: 404, title: 'Task not found' },
  asset_not_found: { status: 404, title: 'Asset not found' },
  asset_not_uploaded: { status: 409, title: 'The bytes of this asset have not been uploaded yet' },
  upload_closed: { status: 409, title: 'This upload is finished already' },
  link_invalid: { status: 403, title: 'The link is not valid' },
  link_expired: { status: 410, title: 'The link has expired' },
  file_not_found: { status: 404, title: 'File not found' },
  range_not_satisfiable: { status: 416, title: 'The range is outside of the file' },
  storage_full: { status: 507, title: 'There is no room for more files' },
  storage_unavailable: { status: 503, title: 'The file storage does not answer' },
  voice_not_found: { status: 404, title: 'Voice not found' },
  voice_cannot_speak: { status: 409, title: 'This voice cannot speak on this machine' },
  voice_not_yours: { status: 403, title: 'The voice belongs to another workspace' },
  transcription_not_found: { status: 404, title: 'Transcription not found' },
  transcription_not_done: { status: 409, title: 'The transcription is not done yet' },
  callback_refused: { status: 401, title: 'The callback does not prove who sent it' },
  callback_malformed: { status: 400, title: 'The callback cannot be understood' },
  video_not_found: { status: 404, title: 'Video not found' },
  api_key_not_found: { status: 404, title: 'API key not found' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems
