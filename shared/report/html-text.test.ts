import fc from "fast-check";
import { expect, test } from "vitest";
// Under its own name Prettier would lay the templates out as HTML, and their white space is what is tested.
import { escapeHtml, html as markup, htmlTable } from "./html-text.ts";

test("text put into a template is escaped, markup is not escaped again", () => {
  const name = `<img src=x onerror="alert('1')">&`;
  const escaped = "&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;";
  expect(markup`<b title="${name}">${markup`<i>${name}</i>`}</b>`.text).toBe(
    `<b title="${escaped}"><i>${escaped}</i></b>`,
  );
});

test("lists of markup are joined, numbers are written, undefined is nothing", () => {
  expect(markup`a${[markup`<u>1</u>`, markup`<u>2</u>`]}${undefined}${3}`.text).toBe(
    "a<u>1</u><u>2</u>3",
  );
});

test("no text can open a tag or leave an attribute", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(escapeHtml(text)).not.toMatch(/[<>"']/);
    }),
  );
});

test("characters that turn a line around or ring a bell are shown by their code", () => {
  expect(escapeHtml("a\u202eb\u0007c\n")).toBe("a\\u202eb\\u0007c\n");
});

test("a table has its head and one row for each", () => {
  const cells = htmlTable("x", ["A"], [["1"], ["<2>"]]).text.replace(/\s+/g, "");
  expect(cells).toContain('<tableclass="x">');
  expect(cells).toContain('<tr><thscope="col">A</th></tr>');
  expect(cells).toContain("<tr><td>1</td></tr><tr><td>&#60;2&#62;</td></tr>");
});
