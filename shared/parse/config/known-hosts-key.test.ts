import { expect, test } from "vitest";
import fc from "fast-check";
import { base64OfBytes, bytesOfBase64, keyTypeOf, sshFingerprint } from "./known-hosts-key.ts";

test("base64 of any bytes is what Node writes and reads", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 70 }), (bytes) => {
      const text = Buffer.from(bytes).toString("base64");
      expect(base64OfBytes(bytes)).toBe(text);
      expect(bytesOfBase64(text)).toEqual(bytes);
      expect(bytesOfBase64(text.replace(/=+$/, ""))).toEqual(bytes);
    }),
  );
});

test.each(["", "=", "A", "AB CD", "AB*D", "AAAA=A"])("%j is not read as base64", (text) => {
  expect(bytesOfBase64(text)).toBeUndefined();
});

test("the fingerprint is the one that ssh-keygen -lf prints", () => {
  const key = bytesOfBase64("AAAAC3NzaC1lZDI1NTE5AAAAIPbt/JcWUUS2x/HbxI3Sta8zhQHuRB/6TSWkpnU1KKd6");
  expect(sshFingerprint(key ?? new Uint8Array())).toBe(
    "SHA256:9xvWC3j9YodUqn5Pcd4P3XyjaiDrtLpBvI5gJMx16tA",
  );
});

test("bytes that name no key type have none", () => {
  for (const bytes of [
    [],
    [0, 0, 0, 9],
    [0, 0, 0, 9, 65],
    [0, 0, 0, 1, 10],
    [255, 255, 255, 255, 65],
  ]) {
    expect(keyTypeOf(new Uint8Array(bytes))).toBeUndefined();
  }
});
