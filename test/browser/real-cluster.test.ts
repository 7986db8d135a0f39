/** What a new user does in the browser host, on the real practice cluster: look around. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCli, type Running } from "../real/ring.ts";
import { axeFindings, openChromium, openPage } from "./page.ts";

const pictures = join(import.meta.dirname, "../../test-output/pictures");
const small = { width: 1280, height: 720 };
const large = { width: 2560, height: 1440 };

let serving: Running;
let browser: Browser;
let url = "";

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  serving = startCli(["serve", "--with-practice"]);
  await new Promise<void>((resolve) => {
    let text = "";
    serving.child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      url = /http:\S+/.exec(text)?.[0] ?? "";
      if (url !== "") resolve();
    });
  });
  browser = await openChromium();
});
afterAll(async () => {
  await browser.close();
  serving.child.kill("SIGTERM");
  await serving.ended;
});

const screens = [
  ["clusters", "g c"],
  ["overview", "g o"],
  ["topology", "g t"],
  ["load", "g l"],
  ["drills", "g d"],
  ["reports", "g r"],
] as const;

describe("the screens on a real cluster", () => {
  it("every screen is live, lives under the policy and satisfies axe, in both sizes and both schemes", async () => {
    for (const scheme of ["dark", "light"] as const) {
      for (const size of [small, large]) {
        const { page, wrong } = await openPage(browser, url, size, scheme);
        await page.getByText("All 3 nodes are up and normal in every view.").waitFor();
        for (const [name, keys] of screens) {
          for (const key of keys.split(" ")) await page.keyboard.press(key);
          await page.locator('[aria-current="page"]', { hasText: new RegExp(name, "i") }).waitFor();
          if (size === small) expect(await axeFindings(page), `${name}, ${scheme}`).toEqual([]);
          await page.screenshot({ path: join(pictures, `${name}-${size.width}-${scheme}.png`) });
        }
        expect(await wrong()).toEqual([]);
        await page.context().close();
      }
    }
  });

  it("who sees whom is asked of every node", async () => {
    const { page, wrong } = await openPage(browser, url, small, "dark");
    await page.getByText("All 3 nodes are up and normal in every view.").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    for (const tab of ["Ring", "Who sees whom", "Table"]) {
      await page.getByRole("tab", { name: tab }).click();
      expect(await axeFindings(page), tab).toEqual([]);
      await page.screenshot({
        path: join(pictures, `topology-${tab.toLowerCase().replaceAll(" ", "-")}.png`),
      });
    }
    expect(await wrong()).toEqual([]);
    await page.context().close();
  });
});
