/** A page of the browser host in Chromium, watched for everything that may not happen. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, type Browser, type Page } from "playwright-core";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];

/** Chromium without its own calls to the outside. */
export async function openChromium(): Promise<Browser> {
  let failure: unknown;
  for (const path of executablePath) {
    try {
      return await chromium.launch({
        executablePath: path,
        args: [
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
        ],
      });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

export interface Watched {
  readonly page: Page;
  /** Violations of the content security policy, console errors and page errors so far. */
  readonly wrong: () => Promise<readonly string[]>;
}

/** A new page of the given size and scheme at `url`. */
export async function openPage(
  browser: Browser,
  url: string,
  size: { readonly width: number; readonly height: number },
  colorScheme: "dark" | "light",
): Promise<Watched> {
  const context = await browser.newContext({ viewport: { ...size }, colorScheme });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`page: ${String(error)}`));
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { policyViolations: seen });
    document.addEventListener("securitypolicyviolation", (event) => {
      seen.push(
        `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });
  await page.goto(url);
  return {
    page,
    wrong: async () => {
      const violations = await page.evaluate(
        () => (globalThis as unknown as { policyViolations: string[] }).policyViolations,
      );
      return [...wrong, ...violations.map((each) => `policy: ${each}`)];
    },
  };
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Serious and critical findings of axe on the page as it is now. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  // Through the debugger, which the page's own policy does not concern.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axeSource });
  const { result } = await session.send("Runtime.evaluate", {
    expression: `axe.run(document, { resultTypes: ["violations"] }).then((found) => JSON.stringify(found.violations.filter((each) => each.impact === "serious" || each.impact === "critical").map((each) => each.id + ": " + each.nodes.map((node) => node.target.join(" ")).slice(0, 4).join(", "))))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return JSON.parse(String(result.value)) as string[];
}
