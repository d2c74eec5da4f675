import type { ExternalEngineSettings, Purpose } from '../../engines/external/settings.ts'

/** What to do about an error of an external engine. */
export function writeAdvice(
  code: string,
  purpose: Purpose,
  { kind, model }: ExternalEngineSettings,
): string {
  switch (code) {
    case 'engine_unreachable':
      return 'Check that base_url is right, that the engine runs, and that this server can reach it: in a container, localhost is the container itself.'
    case 'engine_address_forbidden':
      return 'Ask the operator to add the network of the engine to ATELIER_ALLOW_CIDRS, such as engines=10.20.0.0/16, and to restart.'
    case 'engine_credentials_refused':
      return `Send the api_key again with PUT /api/v1/engines/${purpose}. It may have expired or belong to another account.`
    case 'engine_timeout':
      return 'The engine works too slowly or hangs. Look at its log, and raise timeout_seconds if it only needs longer.'
    case 'engine_busy':
      return 'The engine is busy or your quota is used up. Wait, or check the limits of your account.'
    case 'engine_workflow_unusable':
      return 'Export the workflow again in API format (Workflow → Export (API)), and put the slots in quotes, such as "{{prompt}}".'
    case 'engine_bad_answer':
      return `The server answers, but not like ${kind}. Check that base_url has no extra path and that kind is right.`
    case 'engine_refused':
      return model
        ? `Check that the engine has the model ${model}, and read the message above.`
        : 'Read the message above: it comes from the engine.'
    default:
      return 'Look at the log of the engine for the same time.'
  }
}
