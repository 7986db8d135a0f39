import { expect, test } from "vitest";
import { paperParts } from "./paper-parts.ts";

test("sheets are cut out in order, also those inside a drawing", () => {
  const parts = paperParts(
    "<head><style>p{color:red}</style></head><svg><style><![CDATA[.a{fill:#000}]]></style></svg>",
  );
  expect(parts).toEqual({
    css: ["p{color:red}", ".a{fill:#000}"],
    html: "<head></head><svg></svg>",
  });
});

test("style attributes are renamed in tags and left alone in text", () => {
  const parts = paperParts(
    '<p class="a" style="color:red">a style=&quot;b&quot; is &lt;p style=1></p>',
  );
  expect(parts.html).toBe(
    '<p class="a" data-css="color:red">a style=&quot;b&quot; is &lt;p style=1></p>',
  );
});
