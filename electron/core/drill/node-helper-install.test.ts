import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withNode } from "../../../test/fixtures/drill/fake-node.ts";
import { helperName, helperScript } from "../../../shared/drill/helper-script.ts";
import { findInstalledHelper, installHelper } from "./node-helper-install.ts";
import { arm, rollback } from "./node-helper.ts";

it.concurrent(
  "the helper arrives whole, for its owner alone, and is not written again when it is there",
  () =>
    withNode("/bin/sh", async ({ ssh, folder }) => {
      const state = join(folder, "var", "ringdrill");
      const placed = await installHelper(ssh, state);
      expect(placed).toEqual({
        ok: true,
        value: { path: join(state, helperName), stateFolder: state, sudo: false },
      });
      expect(readFileSync(join(state, helperName), "utf8")).toBe(helperScript);
      expect([
        statSync(state).mode & 0o777,
        statSync(join(state, helperName)).mode & 0o777,
      ]).toEqual([0o700, 0o700]);
      const { ino } = statSync(join(state, helperName));
      expect(await installHelper(ssh, state)).toEqual(placed);
      expect(statSync(join(state, helperName)).ino).toBe(ino);
    }),
);

it.concurrent("an older helper is replaced, but not while a drill that it began is open", () =>
  withNode("/bin/sh", async ({ ssh, place, stateFolder, plan }) => {
    const older = `${helperScript}# older\n`;
    writeFileSync(place.path, older);
    const drill = plan("kill", { leaseMs: 20_000 });
    expect(await arm(ssh, place, drill)).toMatchObject({ ok: true });
    expect(await installHelper(ssh, stateFolder)).toMatchObject({
      ok: false,
      code: "other-version",
      why: expect.stringContaining("D-1"),
    });
    expect(readFileSync(place.path, "utf8")).toBe(older);
    await rollback(ssh, place, drill.id);
    expect(await installHelper(ssh, stateFolder)).toMatchObject({ ok: true });
    expect(readFileSync(place.path, "utf8")).toBe(helperScript);
  }),
);

it.concurrent("links, folders that others can write and folders that are none are refused", () =>
  withNode("/bin/sh", async ({ ssh, folder, stateFolder, place }) => {
    const bad = { ok: false, result: "refused", code: "bad-folder" };
    symlinkSync(stateFolder, join(folder, "link"));
    expect(await installHelper(ssh, join(folder, "link"))).toMatchObject(bad);
    expect(await installHelper(ssh, "relative/state")).toMatchObject(bad);
    expect(await installHelper(ssh, "/tmp/a b")).toMatchObject(bad);
    expect(await installHelper(ssh, place.path)).toMatchObject(bad);
    mkdirSync(join(folder, "open"));
    chmodSync(join(folder, "open"), 0o777);
    expect(await installHelper(ssh, join(folder, "open"))).toMatchObject({
      ...bad,
      why: expect.stringContaining("written by others"),
    });
    mkdirSync(join(folder, "linked"), { mode: 0o700 });
    symlinkSync("/bin/true", join(folder, "linked", helperName));
    expect(await installHelper(ssh, join(folder, "linked"))).toMatchObject({
      ...bad,
      why: expect.stringContaining("symbolic link"),
    });
    // Nothing was made of what was refused.
    expect(() => statSync("/tmp/a b")).toThrow("ENOENT");
  }),
);

it.concurrent("a helper that did not arrive as it was sent is refused", () =>
  withNode("/bin/sh", async ({ ssh, folder }) => {
    const cutting = {
      ...ssh,
      writeFile: (path: string, text: string, mode: number) =>
        ssh.writeFile(path, text.slice(0, -1), mode),
    };
    expect(await installHelper(cutting, join(folder, "cut"))).toMatchObject({
      ok: false,
      code: "digest-differs",
    });
  }),
);

it.concurrent("an administrator's helper has to be there, root's and of this version", () =>
  withNode("/bin/sh", async ({ ssh, folder, stateFolder }) => {
    const path = join(folder, "sbin-helper");
    expect(await findInstalledHelper(ssh, path, stateFolder)).toMatchObject({
      ok: false,
      code: "no-helper",
    });
    writeFileSync(path, "#!/bin/sh\n", { mode: 0o755 });
    const seen = await findInstalledHelper(ssh, path, stateFolder);
    expect(seen).toMatchObject({
      ok: false,
      code: process.getuid?.() === 0 ? "digest-differs" : "bad-helper",
    });
    chmodSync(path, 0o777);
    expect(await findInstalledHelper(ssh, path, stateFolder)).toMatchObject({
      ok: false,
      code: "bad-helper",
    });
  }),
);
