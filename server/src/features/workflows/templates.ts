import launchWeek from './templates/launch-week.json' with { type: 'json' }
import productPicture from './templates/product-picture.json' with { type: 'json' }
import spokenAnnouncement from './templates/spoken-announcement.json' with { type: 'json' }

/** Starter workflows that run without changes. */
export const templates = [
  { id: 'product-picture', definition: productPicture },
  { id: 'spoken-announcement', definition: spokenAnnouncement },
  { id: 'launch-week', definition: launchWeek },
].map(({ id, definition }) => {
  const { title, description } = definition
  return { id, title, description, definition: definition as Record<string, unknown> }
})

export function templateById(id: string) {
  return templates.find((template) => template.id === id)
}
