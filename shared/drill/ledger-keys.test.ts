import fc from "fast-check";
import { expect, test } from "vitest";
import { checkLedgerPayload, ledgerPayload, ledgerRoutingKey } from "./ledger-keys.ts";

test("the routing key is that of a composite (int, bigint)", () => {
  expect(Buffer.from(ledgerRoutingKey(1, 258)).toString("hex")).toBe(
    "0004" + "00000001" + "00" + "0008" + "0000000000000102" + "00",
  );
});

test("a payload is 100 bytes, the same for the same key and another for any other", () => {
  const key = fc.tuple(fc.nat(2 ** 32 - 1), fc.integer({ min: -5, max: 5 }), fc.nat(2 ** 53 - 1));
  fc.assert(
    fc.property(key, key, (a, b) => {
      expect(ledgerPayload(...a)).toHaveLength(100);
      expect(checkLedgerPayload(...a, ledgerPayload(...a))).toBeUndefined();
      const same = a.every((part, i) => part === b[i]);
      if (!same)
        expect(checkLedgerPayload(...a, ledgerPayload(...b))).toContain(
          "is whole, but that of row",
        );
    }),
  );
});

test("any single changed bit is found", () => {
  const key = [77, 0, 123_456] as const;
  for (let bit = 0; bit < 800; bit += 1) {
    const altered = ledgerPayload(...key);
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(checkLedgerPayload(...key, altered)).toMatch(/altered|that of row/);
  }
});

test("another length is said", () => {
  expect(checkLedgerPayload(1, 0, 0, new Uint8Array(3))).toBe(
    "the payload has 3 bytes instead of 100",
  );
});
