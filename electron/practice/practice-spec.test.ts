import { expect, test } from "vitest";
import { jmxPortOf, specOf, specText } from "./practice-spec.ts";
import { checkFolder } from "./practice-paths.ts";

test("three nodes of 5.0 on 127.0.0 are what one gets without asking", () => {
  expect(specText(specOf({}))).toBe("Cassandra 5.0.6, dc1:r1,r2,r3, on 127.0.0.1-3, SSH port 2222");
});

test.each([
  ["4.0", "4.0.19"],
  ["4.1.10", "4.1.10"],
])("release %s is %s", (cassandra, version) => {
  expect(specOf({ cassandra }).release.version).toBe(version);
});

test("an unknown release is refused with those that exist", () => {
  expect(() => specOf({ cassandra: "3.11" })).toThrow(
    `The practice cluster has no Cassandra "3.11".`,
  );
});

test("nodes and a layout together are refused", () => {
  expect(() => specOf({ nodes: 3, layout: "dc1:r1" })).toThrow("not both");
});

test.each(["10.0.0", "127.0", "127.0.0.1", "127.0.256", "127.0.x", ""])(
  "%j is refused as the beginning of loopback addresses",
  (prefix) => {
    expect(() => specOf({ prefix })).toThrow("is not the beginning of a loopback address");
  },
);

test("no two nodes of clusters with different third numbers share a JMX port on 127.0.0.1", () => {
  const ports = Array.from({ length: 256 }, (_, third) =>
    [1, 2, 3, 4, 5, 6].map((n) => jmxPortOf(`127.0.${String(third)}`, n)),
  ).flat();
  expect(new Set(ports).size).toBe(256 * 6);
  expect(Math.max(...ports)).toBeLessThan(32_768); // where the kernel takes ports for outgoing connections
  expect(jmxPortOf("127.0.0", 1)).toBe(7119);
});

test.each(["relative", "/a:b", "/a%b", `/a"b`, "/a\nb", "/a*"])(
  "the folder %j is refused",
  (folder) => {
    expect(() => {
      checkFolder(folder, "practice");
    }).toThrow("The practice folder");
  },
);

test("a folder with blanks and other letters is fine", () => {
  expect(() => {
    checkFolder("/home/Jürgen Müller/.local/share/ringdrill/practice", "practice");
  }).not.toThrow();
});
