import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bytesOfBase64, keyTypeOf } from "./known-hosts-key.ts";
import { knownHostsLine, knownKeyTypes, lookUpHostKey } from "./known-hosts-lookup.ts";
import { parseKnownHosts } from "./known-hosts.ts";

const folder = new URL("../../../test/fixtures/ssh/", import.meta.url);
const text = readFileSync(new URL("known_hosts-1.txt", folder), "utf8");

interface Sample {
  readonly expected: {
    readonly keyBase64: string;
    readonly lookups: readonly {
      readonly host: string;
      readonly port: number;
      readonly result: string;
      readonly keyType?: string;
      readonly otherKeySameType?: boolean;
    }[];
  };
}
const { expected } = JSON.parse(
  readFileSync(new URL("known_hosts-1.json", folder), "utf8"),
) as Sample;

function bytes(base64: string): Uint8Array {
  const read = bytesOfBase64(base64);
  if (read === undefined) throw new Error("no base64");
  return read;
}

/** Throw-away public keys; fingerprints were printed by `ssh-keygen -lf`. */
const ed25519 = bytes(expected.keyBase64);
const otherEd25519 = bytes("AAAAC3NzaC1lZDI1NTE5AAAAIHFpmL4BhVr4UKvvLbhMgcGRdCHJwEi9Gtf2D1Q5vwgQ");
const rsaLike = bytes("AAAAB3NzaC1yc2EAAAADAQABAAAAQQ==");

function verdict(host: string, port = 22, key = ed25519, from = text) {
  const { entries } = parseKnownHosts(from, "known_hosts");
  return lookUpHostKey(entries, host, port, keyTypeOf(key) ?? "none", key);
}

test.each(expected.lookups)(
  "the sample's lookup of $host port $port ($result) comes out as written",
  ({ host, port, result, keyType, otherKeySameType }) => {
    const key =
      keyType === "ssh-rsa" ? rsaLike : otherKeySameType === true ? otherEd25519 : ed25519;
    const word = result.startsWith("other-type-known")
      ? "unknown"
      : result === "match"
        ? "known"
        : result;
    expect(verdict(host, port, key).kind).toBe(word);
  },
);

test("every line of the sample is read", () => {
  const { entries, unreadable } = parseKnownHosts(text, "known_hosts");
  expect(unreadable).toEqual([]);
  expect(entries.map((entry) => [entry.line, entry.marker, entry.keyType])).toEqual([
    [3, "plain", "ssh-ed25519"],
    [4, "plain", "ssh-ed25519"],
    [5, "plain", "ssh-ed25519"],
    [6, "plain", "ssh-ed25519"],
    [7, "revoked", "ssh-ed25519"],
    [8, "cert-authority", "ssh-ed25519"],
    [9, "plain", "ecdsa-sha2-nistp256"],
  ]);
});

test("a changed key names the line and the fingerprint that the file holds", () => {
  expect(verdict("192.0.2.10", 22, otherEd25519)).toEqual({
    kind: "changed",
    held: [
      {
        file: "known_hosts",
        line: 3,
        keyType: "ssh-ed25519",
        fingerprint: "SHA256:9xvWC3j9YodUqn5Pcd4P3XyjaiDrtLpBvI5gJMx16tA",
      },
    ],
  });
});

test("an unknown type tells which keys of other types the file holds", () => {
  expect(verdict("192.0.2.12", 22, rsaLike)).toMatchObject({
    kind: "unknown",
    others: [{ line: 5, keyType: "ssh-ed25519" }],
  });
});

test("a host that only a certificate authority speaks for is told apart", () => {
  expect(verdict("node.ca.example.com")).toMatchObject({
    kind: "certificate authority only",
    held: [{ line: 8 }],
  });
});

test("the key of a certificate authority is not taken for the host's own key", () => {
  expect(verdict("node.ca.example.com", 22, ed25519).kind).not.toBe("known");
});

test("a revoked key stays revoked when another line vouches for it", () => {
  const both = `${text}\nold.example.com ssh-ed25519 ${expected.keyBase64}\n`;
  expect(verdict("old.example.com", 22, ed25519, both)).toMatchObject({ kind: "revoked" });
});

test("a host with two keys of one type is known by either", () => {
  const two = `h ssh-ed25519 ${expected.keyBase64}\nh ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHFpmL4BhVr4UKvvLbhMgcGRdCHJwEi9Gtf2D1Q5vwgQ\n`;
  expect(verdict("h", 22, ed25519, two)).toMatchObject({ kind: "known", held: { line: 1 } });
  expect(verdict("h", 22, otherEd25519, two)).toMatchObject({ kind: "known", held: { line: 2 } });
});

test("names are compared without regard to case, ? stands for one character, a negation takes out", () => {
  const line = `node?.Example.com,!node9.example.com ssh-ed25519 ${expected.keyBase64}\r\n`;
  expect(verdict("NODE1.example.COM", 22, ed25519, line).kind).toBe("known");
  expect(verdict("node12.example.com", 22, ed25519, line).kind).toBe("unknown");
  expect(verdict("node9.example.com", 22, ed25519, line).kind).toBe("unknown");
});

test("a pattern full of stars is answered at once", () => {
  const line = `${"*a".repeat(2000)}b ssh-ed25519 ${expected.keyBase64}`;
  expect(verdict("a".repeat(250), 22, ed25519, line).kind).toBe("unknown");
});

test("a line with a port is found by host and port only", () => {
  const line = `[h]:2222,[2001:db8::1]:2222 ssh-ed25519 ${expected.keyBase64}`;
  expect(verdict("h", 2222, ed25519, line).kind).toBe("known");
  expect(verdict("2001:db8::1", 2222, ed25519, line).kind).toBe("known");
  expect(verdict("h", 22, ed25519, line).kind).toBe("unknown");
});

test("the types by which a host is known are asked for first", () => {
  const { entries } = parseKnownHosts(text, "known_hosts");
  expect(knownKeyTypes(entries, "192.0.2.10", 22)).toEqual(["ssh-ed25519", "ecdsa-sha2-nistp256"]);
  expect(knownKeyTypes(entries, "old.example.com", 22)).toEqual([]);
});

test("lines that cannot be read are named with the reason and cost only themselves", () => {
  const broken = [
    "# comment",
    "@unheard-of h ssh-ed25519 AAAA",
    "h ssh-ed25519",
    "|1|short|short ssh-ed25519 AAAA",
    "h 1024 35 1234567890",
    "h ssh-ed25519 !!!!",
    `h ssh-rsa ${expected.keyBase64}`,
    `  h ssh-ed25519 ${expected.keyBase64} a comment`,
  ].join("\n");
  const { entries, unreadable } = parseKnownHosts(broken, "f");
  expect(unreadable.map((line) => [line.line, line.why])).toEqual([
    [2, "The marker @unheard-of is not known."],
    [3, "A line holds hosts, key type and key; something is missing here."],
    [4, "The hashed host name cannot be read."],
    [5, "This is a key of SSH protocol 1."],
    [6, "The key is not base64."],
    [7, "The key is not of the type ssh-rsa."],
  ]);
  expect(entries).toHaveLength(1);
});

test.each([
  ["plain", undefined],
  ["hashed", new Uint8Array(20).fill(7)],
])("a line that was written (%s) is found again, for its port only", (_form, salt) => {
  const line = knownHostsLine("Node1.example.com", 2222, "ssh-ed25519", ed25519, salt);
  expect(line.includes("node1")).toBe(salt === undefined);
  expect(verdict("node1.example.com", 2222, ed25519, line).kind).toBe("known");
  expect(verdict("node1.example.com", 22, ed25519, line).kind).toBe("unknown");
});

test.each(["*", "a,b", "a b", "a\nb", "!a", "|1|x", "@revoked", "", "#x"])(
  "the host name %j is never written",
  (host) => {
    expect(() => knownHostsLine(host, 22, "ssh-ed25519", ed25519)).toThrow(RangeError);
  },
);
