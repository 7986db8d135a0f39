/** A drill from the browser host on the real practice cluster: plan, start, watch, read the report. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addresses, startCli, type Running } from "../real/ring.ts";
import { axeFindings, openChromium, openPage } from "./page.ts";

const pictures = join(import.meta.dirname, "../../test-output/pictures");
const small = { width: 1280, height: 720 };

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

describe("a drill in the browser", () => {
  it("a person plans D-06, reads the prediction, starts it, watches it to its verdict and opens the report", async () => {
    const { page, wrong } = await openPage(browser, url, small, "dark");
    await page.getByText("All 3 nodes are up and normal in every view.").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await page.getByRole("row", { name: /D-06/ }).getByRole("button", { name: /Plan/ }).click();
    await page.locator("#plan-node").selectOption(addresses[2] ?? "");
    await page.getByText("Each of the 2 peers says DOWN").first().waitFor();
    expect(await axeFindings(page), "plan").toEqual([]);
    await page.screenshot({ path: join(pictures, "drill-plan.png") });

    await page.getByRole("button", { name: new RegExp(`Start D-06.* on ${addresses[2]}`) }).click();
    await page.getByText("detected by peer").first().waitFor({ timeout: 240_000 });
    expect(await axeFindings(page), "live run").toEqual([]);
    await page.screenshot({ path: join(pictures, "drill-live.png") });
    // The bar with Stop is on every screen while the drill runs.
    await page.keyboard.press("g");
    await page.keyboard.press("o");
    await page.getByRole("button", { name: /Stop the drill/ }).waitFor();
    await page.screenshot({ path: join(pictures, "overview-during-drill.png") });
    await page.goBack();

    await page
      .getByText(/^passed/)
      .first()
      .waitFor({ timeout: 400_000 });
    expect(await axeFindings(page), "result").toEqual([]);
    await page.screenshot({ path: join(pictures, "drill-result.png"), fullPage: true });

    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await page
      .getByRole("row", { name: /D-06/ })
      .first()
      .getByRole("link")
      .or(page.getByRole("row", { name: /D-06/ }).first().getByRole("button"))
      .first()
      .click();
    const paper = page.frameLocator("iframe");
    await paper.getByText("Prediction").first().waitFor();
    await page.screenshot({ path: join(pictures, "report.png") });
    expect(await wrong()).toEqual([]);
    await page.context().close();
  });
});
