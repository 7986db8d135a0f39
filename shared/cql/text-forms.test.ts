import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDate, parseDate } from "./date-text.ts";
import { formatDecimal, parseDecimal } from "./decimal-text.ts";
import { formatInet, parseInet } from "./inet-text.ts";
import { formatTime, parseTime } from "./time-text.ts";
import { readUtf8, utf8Bound, writeUtf8 } from "./utf8.ts";
import { formatUuid, writeUuid } from "./uuid-text.ts";

describe("a date", () => {
  it.each([
    [0, "1970-01-01"],
    [-1, "1969-12-31"],
    [19_782, "2024-02-29"],
    [-719_468, "0000-03-01"],
    [-735_525, "-0044-03-15"],
    [0x7fffffff, "+5881580-07-11"],
    [-0x80000000, "-5877641-06-23"],
  ])("%i days after the epoch is %s, as cqlsh prints it", (days, text) => {
    expect(formatDate(days)).toBe(text);
    expect(parseDate(text)).toBe(days);
  });

  it("agrees with Date in all of its years", () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (days) => {
        expect(formatDate(days)).toBe(new Date(days * 86_400_000).toISOString().slice(0, 10));
      }),
    );
  });

  it.each(["2023-02-29", "2024-13-01", "2024-00-10", "2024-1-1", "+5881580-07-12", "today", ""])(
    "%j is none",
    (text) => expect(parseDate(text)).toBeUndefined(),
  );
});

describe("a decimal", () => {
  it.each([
    ["-1.20", -120n, 2],
    ["0.00", 0n, 2],
    ["0E+3", 0n, -3],
    ["1.2E+10", 12n, -9],
    ["1E-7", 1n, 7],
    ["0.000001", 1n, 6],
    ["-1.5E-2147483646", -15n, 2_147_483_647],
    ["123456789012345678901234567890.123", 123456789012345678901234567890123n, 3],
  ])("%s keeps its digits and its scale", (text, unscaled, scale) => {
    expect(formatDecimal({ unscaled, scale })).toBe(text);
    expect(parseDecimal(text)).toEqual({ unscaled, scale });
  });

  it("of any digits and scale comes back from its text", () => {
    fc.assert(
      fc.property(
        fc.bigInt(),
        fc.integer({ min: -2_000_000, max: 2_000_000 }),
        (unscaled, scale) => {
          expect(parseDecimal(formatDecimal({ unscaled, scale }))).toEqual({ unscaled, scale });
        },
      ),
    );
  });

  it.each(["", ".", "1e", "1,5", "0x10", "NaN", "1E+99999999999", "1E-2147483648"])(
    "%j is none",
    (text) => expect(parseDecimal(text)).toBeUndefined(),
  );
});

describe("an address", () => {
  it.each([
    ["10.0.0.1", "10.0.0.1"],
    ["0:0:0:0:0:0:0:1", "::1"],
    ["::", "::"],
    ["2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["fe80:0:0:1::", "fe80:0:0:1::"],
    ["1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"],
    ["::ffff:192.0.2.1", "::ffff:192.0.2.1"],
    ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
  ])("%s is printed as %s", (text, printed) => {
    const bytes = parseInet(text) ?? new Uint8Array(0);
    expect(formatInet(bytes, 0, bytes.length)).toBe(printed);
  });

  it("of any 4 or 16 bytes comes back from its text", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 4, maxLength: 4 }),
      fc.array(fc.oneof(fc.constant(0), fc.nat(255)), { minLength: 16, maxLength: 16 }),
    );
    fc.assert(
      fc.property(bytes, (some) => {
        const given = Uint8Array.from(some);
        expect(parseInet(formatInet(given, 0, given.length))).toEqual(given);
      }),
    );
  });

  it.each([
    "",
    "1.2.3",
    "1.2.3.256",
    "01.2.3.4",
    "1::2::3",
    ":::",
    "12345::",
    "1:2:3:4:5:6:7:8:9",
    "::1.2.3",
    "1.2.3.4::",
    "fe80::1%eth0",
    "localhost",
  ])("%j is none", (text) => expect(parseInet(text)).toBeUndefined());
});

describe("a time of day", () => {
  it("has nine digits of fraction", () => {
    expect(formatTime(3_723_400_000_005n)).toBe("01:02:03.400000005");
    expect(parseTime("01:02:03.4")).toBe(3_723_400_000_000n);
    expect(parseTime("23:59:59.999999999")).toBe(86_399_999_999_999n);
  });

  it("lies within one day", () => {
    expect([formatTime(-1n), formatTime(86_400_000_000_000n)]).toEqual([undefined, undefined]);
    expect(["24:00:00", "00:60:00", "1:2:3", "12:00"].map(parseTime)).toEqual(Array(4));
  });
});

describe("a UUID", () => {
  it("is lower-case text whatever the case it was given in", () => {
    const bytes = new Uint8Array(18);
    expect(writeUuid("EA473144-5788-43A0-AA36-5DD6600F62D5", bytes, 1)).toBe(true);
    expect(formatUuid(bytes, 1)).toBe("ea473144-5788-43a0-aa36-5dd6600f62d5");
    expect([bytes[0], bytes[17]]).toEqual([0, 0]);
  });

  it("without its dashes is none", () => {
    expect(writeUuid("ea473144578843a0aa365dd6600f62d5", new Uint8Array(16), 0)).toBe(false);
  });
});

describe("UTF-8 text", () => {
  it("comes back whatever its length and characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 120 }), (text) => {
        const into = new Uint8Array(utf8Bound(text) + 4);
        const bytes = writeUtf8(text, into, 3);
        expect(Buffer.from(into.subarray(3, 3 + bytes)).toString()).toBe(text);
        expect(readUtf8(into, 3, 3 + bytes)).toBe(text);
      }),
    );
  });

  it("keeps a byte order mark, which is part of a value", () => {
    const into = new Uint8Array(16);
    expect(readUtf8(into, 0, writeUtf8("\uFEFFa", into, 0))).toBe("\uFEFFa");
  });

  it("with bytes that are none shows the replacement character and does not throw", () => {
    expect(readUtf8(new Uint8Array([0x61, 0xff, 0x62]), 0, 3)).toBe("a\uFFFDb");
  });
});
