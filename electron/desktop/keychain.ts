/** Secrets in the OS keychain through Electron's safeStorage; where only a hard-coded password is left, nothing is kept. */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SafeStorage } from "electron";
import { secretsSchema } from "../../shared/contract/profile.ts";
import type { SecretStore } from "../core/deps.ts";

/** @param folder where the encrypted files lie, one a profile. */
export async function keychain(
  storage: SafeStorage,
  folder: string,
  platform: string,
): Promise<SecretStore> {
  // On Linux without a keyring Electron falls back to a password that everybody knows.
  const weak = platform === "linux" && storage.getSelectedStorageBackend() === "basic_text";
  const canKeep = !weak && (await storage.isAsyncEncryptionAvailable());
  const file = (profile: string) => join(folder, `${Buffer.from(profile).toString("hex")}.secret`);
  return {
    canKeep,
    get: async (profile) => {
      if (!canKeep) return undefined;
      const sealed = await readFile(file(profile)).catch(() => undefined);
      if (sealed === undefined) return undefined;
      const opened = await storage.decryptStringAsync(sealed);
      return secretsSchema.parse(JSON.parse(opened.result));
    },
    put: async (profile, secrets) => {
      if (!canKeep)
        throw new Error("This desktop has no keyring: secrets are asked for each time.");
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sealed = await storage.encryptStringAsync(JSON.stringify(secrets));
      await writeFile(`${file(profile)}.part`, sealed, { mode: 0o600 });
      await rename(`${file(profile)}.part`, file(profile));
    },
    remove: async (profile) => {
      await rm(file(profile), { force: true });
    },
  };
}
