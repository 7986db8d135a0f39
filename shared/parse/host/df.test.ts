import { describe, expect, test } from "vitest";
import { absent, cuts, disturbed, samples } from "../../../test/fixtures/parse/samples.ts";
import { parseDf } from "./df.ts";

describe("df", () => {
  const all = samples("host", "host-df-");

  test.each(all)("$name gives its file systems", ({ text, expected }) => {
    const parsed = parseDf(text);
    expect(
      parsed.value.map(({ device, usedShare, ...rest }) => ({
        filesystem: device,
        capacityPercent: usedShare === undefined ? undefined : Math.round(usedShare * 100),
        ...rest,
      })),
    ).toEqual(absent(expected).filesystems);
    expect(parsed.incomplete).toBe(false);
    expect(parsed.unreadable).toEqual([]);
    for (const other of disturbed(text))
      expect(parseDf(other.text).value, other.how).toEqual(parsed.value);
  });

  test.each(all)("$name cut anywhere gives only whole rows", ({ text }) => {
    const whole = parseDf(text).value;
    for (const cut of cuts(text)) {
      const parsed = parseDf(cut);
      expect(parsed.value).toEqual(whole.slice(0, parsed.value.length));
      if (parsed.value.length === 0) expect(parsed.incomplete).toBe(true);
    }
  });

  test("a path that is not there is said in df's words and gives no file system", () => {
    const parsed = parseDf("df: /nonexistent: No such file or directory\n");
    expect(parsed).toMatchObject({
      value: [],
      incomplete: true,
      ignored: ["df: /nonexistent: No such file or directory"],
    });
  });
});
