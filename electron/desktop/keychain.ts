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
  // A name may have 64 letters of any script: as a digest it is a short file name everywhere.
  const file = async (profile: string): Promise<string> => {
    const digest = await crypto.subtle.digest("SHA-256", Buffer.from(profile));
    return join(folder, `${Buffer.from(digest).toString("hex")}.secret`);
  };
  return {
    canKeep,
    get: async (profile) => {
      if (!canKeep) return undefined;
      try {
        const sealed = await readFile(await file(profile));
        const opened = await storage.decryptStringAsync(sealed);
        return secretsSchema.parse(JSON.parse(opened.result));
      } catch {
        // Not kept, or sealed with a key that this keychain has no more: the person is asked instead.
        return undefined;
      }
    },
    put: async (profile, secrets) => {
      if (!canKeep)
        throw new Error("This desktop has no keyring: secrets are asked for each time.");
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sealed = await storage.encryptStringAsync(JSON.stringify(secrets));
      const path = await file(profile);
      await writeFile(`${path}.part`, sealed, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    remove: async (profile) => {
      await rm(await file(profile), { force: true });
    },
  };
}
