/** Languages of the embedded engine. Moonshine tiny supports English only. */
export const supportedLanguages = ['en']
