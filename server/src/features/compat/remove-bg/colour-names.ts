/** The basic colours of CSS. */
export const colourNames: Readonly<Record<string, string>> = {
  ...{ white: '#ffffff', silver: '#c0c0c0', gray: '#808080', grey: '#808080', black: '#000000' },
  ...{ red: '#ff0000', maroon: '#800000', orange: '#ffa500', yellow: '#ffff00', olive: '#808000' },
  ...{ lime: '#00ff00', green: '#008000', aqua: '#00ffff', cyan: '#00ffff', teal: '#008080' },
  ...{
    blue: '#0000ff',
    navy: '#000080',
    fuchsia: '#ff00ff',
    magenta: '#ff00ff',
    purple: '#800080',
  },
  ...{ pink: '#ffc0cb', brown: '#a52a2a', beige: '#f5f5dc', gold: '#ffd700', violet: '#ee82ee' },
}
