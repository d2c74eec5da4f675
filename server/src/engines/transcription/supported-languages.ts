/** What the embedded engine hears. Moonshine tiny knows English only. */
export const supportedLanguages = ['en']
