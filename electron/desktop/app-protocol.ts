/** `ringdrill://app/…`: the built screens under a scheme of their own, with the policy as a header. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Protocol } from "electron";
import { screenHeaders } from "../../shared/security/content-security-policy.ts";
import { screenFile } from "../../shared/security/screen-file.ts";

export const appOrigin = "ringdrill://app";

/** To be registered before the app is ready, once. */
export const privilegedScheme = {
  scheme: "ringdrill",
  privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true },
} as const;

/** The answer to one request: a file of the built screens or 404, always with the headers. */
export async function answerScreen(address: string, screens: string): Promise<Response> {
  const headers = screenHeaders([]);
  const url = new URL(address);
  const file = url.host === "app" ? screenFile(url.pathname) : undefined;
  if (file === undefined) return new Response("No such page.", { status: 404, headers });
  try {
    const body = await readFile(join(screens, file.path));
    return new Response(new Uint8Array(body), {
      headers: { ...headers, "Content-Type": file.contentType },
    });
  } catch (error) {
    return new Response(
      `Cannot read ${file.path}: ${error instanceof Error ? error.message : String(error)}`,
      { status: 404, headers },
    );
  }
}

/** Serves the screens on `protocol`. */
export function serveScreens(protocol: Protocol, screens: string): void {
  protocol.handle("ringdrill", (request) => answerScreen(request.url, screens));
}
