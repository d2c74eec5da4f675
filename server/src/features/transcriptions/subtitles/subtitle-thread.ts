export { writeSubtitles as work } from './write-file.ts'
