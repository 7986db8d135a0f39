/** What a GET of the browser host is answered with: a file of the screens or a refusal; always with the policy. */
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { screenHeaders } from "../../shared/security/content-security-policy.ts";
import { screenFile } from "../../shared/security/screen-file.ts";
import { hostAllowed } from "./admission.ts";

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Never throws: what cannot be answered is said in the answer.
 * @param screens folder of the built screens. @param port where the host listens
 */
export async function answerPage(
  screens: string,
  port: number,
  request: Pick<IncomingMessage, "method" | "url" | "headers">,
): Promise<PageAnswer> {
  const headers = screenHeaders([`ws://127.0.0.1:${port}`, `ws://localhost:${port}`]);
  const say = (status: number, text: string, more: Readonly<Record<string, string>> = {}) => ({
    status,
    headers: { ...headers, ...more, "Content-Type": "text/plain; charset=utf-8" },
    body: Buffer.from(text),
  });
  if (!hostAllowed(request.headers.host, port))
    return say(403, "Ringdrill answers to its own address only.");
  if (request.method !== "GET" && request.method !== "HEAD")
    return say(405, "Only GET.", { Allow: "GET, HEAD" });
  // Not every request target is an address: `//` and `*` are none.
  const url = URL.parse(request.url ?? "/", `http://127.0.0.1:${port}`);
  if (url === null) return say(404, "No such page.");
  try {
    const file = screenFile(url.pathname);
    if (file === undefined) return say(404, "No such page.");
    const body = await readFile(join(screens, file.path));
    return { status: 200, headers: { ...headers, "Content-Type": file.contentType }, body };
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT"
      ? say(404, "No such page.")
      : say(500, `That page cannot be made: ${error instanceof Error ? error.message : "?"}`);
  }
}
