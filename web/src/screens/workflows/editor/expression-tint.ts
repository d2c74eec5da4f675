import { Decoration, EditorView, MatchDecorator, ViewPlugin } from '@codemirror/view'

const expressions = new MatchDecorator({
  regexp: /\$\{[^}\n]*\}/g,
  decoration: Decoration.mark({ class: 'expression' }),
})

/** Sets `${…}` apart from the text around it. */
export const expressionTint = [
  ViewPlugin.define(
    (view) => {
      const plugin = {
        marks: expressions.createDeco(view),
        update(update: Parameters<MatchDecorator['updateDeco']>[0]) {
          plugin.marks = expressions.updateDeco(update, plugin.marks)
        },
      }
      return plugin
    },
    { decorations: ({ marks }) => marks },
  ),
  EditorView.theme({ '.expression, .expression *': { color: 'var(--agent)' } }),
]
