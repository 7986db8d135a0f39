/** The newest raw text of each command and query, for tracing a figure to its source. */
import type { Raw } from "../../../shared/contract/contract.ts";

const keepBytes = 256 * 1024;
/** Values of settings, properties and command-line options that may be secret by their name. */
const secretOption =
  /([\w.-]*(?:password|passwd|secret|passphrase)[\w.-]*"?\s*[=:,]\s*(?:"value"\s*:\s*)?"?)([^\s",}]+)/gi;

export interface RawText {
  readonly node: string;
  readonly what: string;
  readonly at: number;
  readonly tookMs: number;
  readonly exit: string;
  /** Worked out only when somebody looks: most texts are replaced unseen. */
  readonly text: () => string;
}

export class RawStore {
  readonly #texts = new Map<string, RawText>();

  /** Keeps the text in place of the one before; gives its key for `Source.raw`. */
  put(raw: RawText): string {
    const key = `${raw.node} ${raw.what}`;
    this.#texts.set(key, raw);
    return key;
  }

  /** The text, cut to 256 KiB and without passwords. */
  get(key: string): Raw | undefined {
    const raw = this.#texts.get(key);
    return raw === undefined ? undefined : shown(key, raw);
  }

  /** All texts of a node, newest first. */
  of(node: string): readonly Raw[] {
    return [...this.#texts]
      .filter(([, raw]) => raw.node === node)
      .map(([key, raw]) => shown(key, raw))
      .toSorted((a, b) => b.at - a.at);
  }
}

function shown(key: string, raw: RawText): Raw {
  const clean = raw.text().replace(secretOption, "$1***");
  const truncated = clean.length > keepBytes;
  return { ...raw, key, text: truncated ? clean.slice(0, keepBytes) : clean, truncated };
}
