/** HTML from a template that escapes whatever is put into it: names and messages of a cluster are untrusted text. */

/** Text that is HTML already. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = string | number | Markup | readonly Markup[] | undefined;

/** `` html`<td>${untrusted}</td>` ``: strings are escaped, markup is taken as it is, undefined is nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Markup {
  return new Markup(
    parts.map((part, i) => (i === 0 ? part : htmlOf(values[i - 1]) + part)).join(""),
  );
}

function htmlOf(value: HtmlValue): string {
  if (value === undefined) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  return escapeHtml(String(value));
}

/**
 * Escapes for element content and quoted attributes. Control characters, and those that turn the direction of a line
 * around so that it reads other than it is, are shown by their code.
 */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (char) =>
      char === "\n" || char === "\t"
        ? char
        : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

/** A table; a cell that starts with a figure is set with tabular numerals by the style, not here. */
export function htmlTable(
  className: string,
  head: readonly string[],
  rows: readonly (readonly HtmlValue[])[],
): Markup {
  return html`<table class="${className}">
    <thead>
      <tr>
        ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map((cell) => html`<td>${cell}</td>`)}
          </tr> `,
      )}
    </tbody>
  </table>`;
}

/** A list of name and value, for facts that belong to one thing. */
export function htmlFacts(facts: readonly (readonly [name: string, value: HtmlValue])[]): Markup {
  return html`<table class="facts">
    <tbody>
      ${facts.map(
        ([name, value]) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${value}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
