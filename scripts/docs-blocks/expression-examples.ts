interface Example {
  group: string
  expression: string
  does: string
}

/** The scope in which the examples are evaluated; the page shows it. */
export const scope = {
  inputs: { title: 'Spring launch', tags: ['web', 'news'], price: 12.5, count: 3, note: '' },
  steps: { cut: { status: 'completed', output: { result: [{ asset_id: 'a1' }] } } },
  run: { id: 'r1', workflow_id: 'w1', workspace_id: 1, started_by: 7 },
}

const group = (name: string, examples: [string, string][]): Example[] =>
  examples.map(([expression, does]) => ({ group: name, expression, does }))

/** At least one example of each function; a test compares them with the library. */
export const examples: Example[] = [
  ...group('Values and operators', [
    ['inputs.title', 'A field.'],
    ['inputs["title"]', 'A field whose name is computed or is not an identifier.'],
    ['steps.cut.output.result[0].asset_id', 'The output of an earlier step.'],
    ['inputs.price * 2', '`+`, `-`, `*` and `/`; integers and decimals may be mixed.'],
    ['int(inputs.count) % 2', 'Remainder. Numbers in JSON are decimals, so convert them first.'],
    ['"Post: " + inputs.title', '`+` also joins strings and lists.'],
    ['inputs.count > 2 && inputs.price < 20.0', '`&&`, `||`, `!` and the comparisons.'],
    ['inputs.count > 2 ? "many" : "few"', 'A condition.'],
    ['"web" in inputs.tags', 'Whether a list has a value, or an object a name.'],
    ['{"name": inputs.title, "tags": inputs.tags}', 'An object. Lists are `[1, 2]`.'],
  ]),
  ...group('Values that may be missing', [
    ['has(inputs.subtitle)', 'Whether a field exists.'],
    ['inputs.?subtitle.orValue("none")', 'A field, or a default if it does not exist.'],
    ['inputs.?title.hasValue()', 'Whether an optional has a value.'],
    ['inputs.?title.value()', 'The value; fails if there is none.'],
    ['inputs.?subtitle.or(inputs.?title).orValue("")', 'The first optional with a value.'],
    ['optional.of(5).orValue(1)', 'An optional with a value.'],
    ['optional.none().orValue(1)', 'An optional without a value.'],
  ]),
  ...group('Strings', [
    ['size(inputs.title)', 'Number of characters. Also `inputs.title.size()`.'],
    ['inputs.title.startsWith("Spring")', 'Whether it starts with a string.'],
    ['inputs.title.endsWith("launch")', 'Whether it ends with a string.'],
    ['inputs.title.contains("ring")', 'Whether it contains a string.'],
    [
      'inputs.title.matches("^S.*h$")',
      'Whether a regular expression matches. It runs in linear time: no lookaround, no backreferences, no large counts.',
    ],
    ['inputs.title.lowerAscii()', 'ASCII letters in lower case.'],
    ['inputs.title.upperAscii()', 'ASCII letters in upper case.'],
    ['"  padded ".trim()', 'Without white space at both ends.'],
    [
      'inputs.title.indexOf("n")',
      'First position; -1 if there is none. A second argument is the start.',
    ],
    ['inputs.title.lastIndexOf("n")', 'Last position. A second argument is the last start.'],
    ['inputs.title.substring(7)', 'From a position to the end.'],
    ['inputs.title.substring(0, 6)', 'Between two positions.'],
    ['inputs.title.split(" ")', 'A list of parts. A second argument limits their number.'],
    ['inputs.tags.join(", ")', 'Joins the entries of a list of any type.'],
  ]),
  ...group('Lists', [
    ['size(inputs.tags)', 'Number of entries, also of an object. Also `inputs.tags.size()`.'],
    ['inputs.tags.map(tag, "#" + tag)', 'A new list with the result for each entry.'],
    ['inputs.tags.map(tag, tag != "web", tag + "!")', 'The same for entries that match.'],
    ['inputs.tags.filter(tag, tag.startsWith("n"))', 'The entries that match.'],
    ['inputs.tags.all(tag, size(tag) > 2)', 'Whether all match.'],
    ['inputs.tags.exists(tag, tag == "web")', 'Whether one matches.'],
    ['inputs.tags.exists_one(tag, size(tag) == 4)', 'Whether exactly one matches.'],
    ['cel.bind(n, size(inputs.tags), n * n)', 'Names a value for use in the last argument.'],
  ]),
  ...group('Conversions', [
    ['string(inputs.count)', 'To a string.'],
    ['int("42")', 'To an integer; decimals lose their fraction.'],
    [
      'uint(42) == 42u',
      'To an unsigned integer; JSON has none, so use it only inside an expression.',
    ],
    ['double("1.5")', 'To a decimal.'],
    ['bool("true")', 'To a boolean.'],
    ['dyn(inputs.count) == 3', 'Turns off type checks for a value.'],
    ['type(inputs.title) == string', 'The type of a value, for comparisons.'],
  ]),
  ...group('Times', [
    ['timestamp("2026-11-20T08:30:00Z")', 'A time from ISO 8601, or from seconds since 1970.'],
    ['timestamp("2026-11-20T08:30:00Z") + duration("48h")', 'A later time.'],
    ['duration("90m")', 'A duration; as JSON, its seconds.'],
    [
      'duration("90m").getHours()',
      'Hours of a duration. Also `getMinutes`, `getSeconds`, `getMilliseconds`.',
    ],
    ['timestamp("2026-11-20T08:30:00Z").getFullYear()', 'Year.'],
    ['timestamp("2026-11-20T08:30:00Z").getMonth()', 'Month, from 0.'],
    ['timestamp("2026-11-20T08:30:00Z").getDate()', 'Day of the month, from 1.'],
    ['timestamp("2026-11-20T08:30:00Z").getDayOfMonth()', 'Day of the month, from 0.'],
    ['timestamp("2026-11-20T08:30:00Z").getDayOfWeek()', 'Day of the week; Sunday is 0.'],
    ['timestamp("2026-11-20T08:30:00Z").getDayOfYear()', 'Day of the year, from 0.'],
    [
      'timestamp("2026-11-20T08:30:00Z").getHours("Europe/Berlin")',
      'Hour. All of these accept a time zone.',
    ],
    ['timestamp("2026-11-20T08:30:00Z").getMinutes()', 'Minute.'],
    ['timestamp("2026-11-20T08:30:00Z").getSeconds()', 'Second.'],
    ['timestamp("2026-11-20T08:30:00.250Z").getMilliseconds()', 'Millisecond.'],
  ]),
  ...group('Bytes', [
    ['bytes("hi").base64()', 'Bytes of a string, in Base64.'],
    ['bytes("hi").hex()', 'In hexadecimal.'],
    ['bytes("hi").string()', 'As a string again.'],
    ['bytes("hi").at(0)', 'One byte.'],
    ['bytes("{\\"a\\": 1}").json()', 'JSON text as an object.'],
  ]),
]
