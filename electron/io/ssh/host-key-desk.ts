/** Checks every host key against known_hosts, asks about unknown ones once, writes down what was accepted. */
import {
  entriesAbout,
  lookUpHostKey,
  knownKeyTypes,
  type HostKeyVerdict,
} from "../../../shared/parse/config/known-hosts-lookup.ts";
import { keyTypeOf, sshFingerprint } from "../../../shared/parse/config/known-hosts-key.ts";
import { Failure } from "../../../shared/facts/failure.ts";
import type { HostKeyDecision } from "../../core/deps.ts";
import { changedKey, refusedKey, revokedKey, unreadableFile } from "./host-key-failure.ts";
import { appendKnownHost, knownHostsFiles, readKnownHosts } from "./known-hosts-files.ts";
import { textOf, type Way } from "./ssh-failure.ts";

/** The key that a server showed. */
export interface OfferedKey {
  readonly keyType: string;
  readonly fingerprint: string;
  readonly key: Uint8Array;
}

export type HostKeyAnswer =
  | { readonly kind: "accepted" }
  | { readonly kind: "ask"; readonly offered: OfferedKey; readonly verdict: HostKeyVerdict }
  | { readonly kind: "refused"; readonly failure: Failure };

/** What the files say about one host, fixed for one connection. */
export interface HostKeyCheck {
  /** Key types by which the host is known: to be asked for first. */
  readonly keyTypes: readonly string[];
  answer(key: Uint8Array): HostKeyAnswer;
}

/** How long a "no" also answers the other connections that wait for the same question (many nodes, one jump host). */
const refusalHoldsMs = 5000;

export class HostKeyDesk {
  /** Accepted by the user but not written, because the file could not be: good until Ringdrill ends. */
  readonly #acceptedHere = new Set<string>();
  readonly #asked = new WeakMap<HostKeyDecision, Map<string, Promise<boolean>>>();
  readonly #warn: (text: string) => void;

  constructor(warn: (text: string) => void) {
    this.#warn = warn;
  }

  /** Reads the files. @throws Failure (hop "host key") when one exists and cannot be read */
  async open(way: Way, files: readonly string[]): Promise<HostKeyCheck> {
    const all = await readKnownHosts(knownHostsFiles(files)).catch((error: unknown) => {
      throw unreadableFile(way, error);
    });
    const entries = entriesAbout(all, way.host, way.port);
    return {
      keyTypes: knownKeyTypes(entries, way.host, way.port),
      answer: (key) => {
        const keyType = keyTypeOf(key) ?? "unnamed";
        const offered = { keyType, key, fingerprint: sshFingerprint(key) };
        const verdict = lookUpHostKey(entries, way.host, way.port, keyType, key);
        if (verdict.kind === "known") return { kind: "accepted" };
        if (verdict.kind === "changed") {
          return { kind: "refused", failure: changedKey(way, offered, verdict.held) };
        }
        if (verdict.kind === "revoked") {
          return { kind: "refused", failure: revokedKey(way, offered, verdict.held) };
        }
        if (this.#acceptedHere.has(idOf(way, offered))) return { kind: "accepted" };
        return { kind: "ask", offered, verdict };
      },
    };
  }

  /**
   * Asks about a key that no file knows and appends it to the first file when it is accepted. Connections that wait
   * for the same answer share one question. @throws Failure (kind "host key unknown") when the answer is no
   */
  async ask(
    way: Way,
    files: readonly string[],
    { offered, verdict }: Extract<HostKeyAnswer, { kind: "ask" }>,
    decide: HostKeyDecision,
  ): Promise<void> {
    const id = idOf(way, offered);
    const open = this.#asked.get(decide) ?? new Map<string, Promise<boolean>>();
    this.#asked.set(decide, open);
    let answer = open.get(id);
    if (answer === undefined) {
      answer = this.#decideAndKeep(way, files, offered, decide);
      open.set(id, answer);
      const forget = (): void => void open.delete(id);
      answer.then((yes) => (yes ? forget() : setTimeout(forget, refusalHoldsMs).unref()), forget);
    }
    const yes = await answer.catch((error: unknown) => {
      throw error instanceof Failure ? error : refusedKey(way, offered, verdict, textOf(error));
    });
    if (!yes) throw refusedKey(way, offered, verdict);
  }

  async #decideAndKeep(
    way: Way,
    files: readonly string[],
    offered: OfferedKey,
    decide: HostKeyDecision,
  ): Promise<boolean> {
    const { keyType, fingerprint, key } = offered;
    // Another connection may have had the answer since this one read the file.
    const now = (await this.open(way, files)).answer(key);
    if (now.kind !== "ask") return now.kind === "accepted";
    const yes = await decide({ host: way.host, port: way.port, keyType, fingerprint });
    if (!yes) return false;
    const [file = ""] = knownHostsFiles(files);
    try {
      await appendKnownHost(file, way.host, way.port, keyType, key);
    } catch (error) {
      this.#acceptedHere.add(idOf(way, offered));
      this.#warn(
        `The accepted host key of ${way.host} could not be written to ${file} (${textOf(error)}); it is asked for again after a restart.`,
      );
    }
    return true;
  }
}

function idOf(way: Way, offered: OfferedKey): string {
  return `${way.host.toLowerCase()} ${way.port} ${offered.fingerprint}`;
}
