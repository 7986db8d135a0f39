import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SafeStorage } from "electron";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keychain } from "./keychain.ts";

let folder = "";
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "ringdrill-keychain-")), "secrets");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

/** A keychain that turns bytes around: enough to see that nothing lies in the clear. */
function storage(backend: string, available = true): SafeStorage {
  return {
    getSelectedStorageBackend: () => backend,
    isAsyncEncryptionAvailable: () => Promise.resolve(available),
    encryptStringAsync: (text: string) =>
      Promise.resolve(Buffer.from(`sealed${text}`).map((byte) => byte ^ 0x5a)),
    decryptStringAsync: (sealed: Buffer) => {
      const text = Buffer.from(sealed.map((byte) => byte ^ 0x5a)).toString();
      return text.startsWith("sealed")
        ? Promise.resolve({ result: text.slice("sealed".length), shouldReEncrypt: false })
        : Promise.reject(new Error("cannot decrypt"));
    },
  } as unknown as SafeStorage;
}

const secrets = { cqlPassword: "Tr0ub4dor&3", sshPassphrase: "päss" };

describe("the keychain", () => {
  it("gives back what was put, and the file holds nothing in the clear and is for the user alone", async () => {
    const kept = await keychain(storage("gnome_libsecret"), folder, "linux");
    expect(kept.canKeep).toBe(true);
    await kept.put("east", secrets);
    expect(await kept.get("east")).toEqual(secrets);
    const [file] = readdirSync(folder);
    const path = join(folder, file ?? "");
    expect(readFileSync(path, "latin1")).not.toContain("Tr0ub4dor");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("keeps nothing where Linux has no keyring, because Electron's password then is known to all", async () => {
    const kept = await keychain(storage("basic_text"), folder, "linux");
    expect(kept.canKeep).toBe(false);
    await expect(kept.put("east", secrets)).rejects.toThrow("has no keyring");
    expect(await kept.get("east")).toBeUndefined();
  });

  it("keeps nothing where encryption is not available", async () => {
    expect((await keychain(storage("unknown", false), folder, "darwin")).canKeep).toBe(false);
  });

  it("a name of 64 letters of any script has a file, and two names have two", async () => {
    const kept = await keychain(storage("kwallet6"), folder, "linux");
    const long = "𝒞".repeat(64);
    await kept.put(long, secrets);
    await kept.put(`${"𝒞".repeat(63)}x`, { cqlPassword: "other" });
    expect(await kept.get(long)).toEqual(secrets);
  });

  it("what was sealed with another key is asked for again, and so is what was never kept", async () => {
    const kept = await keychain(storage("kwallet6"), folder, "linux");
    expect(await kept.get("east")).toBeUndefined();
    await kept.put("east", secrets);
    const [file] = readdirSync(folder);
    writeFileSync(join(folder, file ?? ""), "of another keychain");
    expect(await kept.get("east")).toBeUndefined();
  });

  it("what is removed is gone, and removing it twice is no error", async () => {
    const kept = await keychain(storage("kwallet6"), folder, "linux");
    await kept.put("east", secrets);
    await kept.remove("east");
    await kept.remove("east");
    expect(readdirSync(folder)).toEqual([]);
    expect(await kept.get("east")).toBeUndefined();
  });
});
