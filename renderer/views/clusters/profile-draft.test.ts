import { expect, test } from "vitest";
import { profileSchema } from "../../../shared/contract/profile.ts";
import { newProfile, readJumpHosts, splitAddresses, writeJumpHosts } from "./profile-draft.ts";

test("contact points may be separated as people type them", () => {
  expect(splitAddresses(" 10.0.0.1, 10.0.0.2\n10.0.0.3;node4 ")).toEqual([
    "10.0.0.1",
    "10.0.0.2",
    "10.0.0.3",
    "node4",
  ]);
});

test("jump hosts are read and written as OpenSSH has them", () => {
  const hosts = readJumpHosts("ops@bastion, me@[fd00::1]:2222");
  expect(hosts).toEqual([
    { user: "ops", host: "bastion", port: 22 },
    { user: "me", host: "fd00::1", port: 2222 },
  ]);
  expect(writeJumpHosts(hosts)).toBe("ops@bastion, me@[fd00::1]:2222");
});

test("a new profile needs only a name, an address and an SSH user, and counts as production until it is labelled", () => {
  const draft = newProfile();
  expect(draft.environment).toBeNull();
  expect(draft.cql.tls).not.toBe(false);
  const filled = {
    ...draft,
    name: "shop",
    contactPoints: ["10.0.0.1"],
    ssh: draft.ssh === null ? null : { ...draft.ssh, user: "ops" },
  };
  expect(profileSchema.safeParse(filled).success).toBe(true);
});
