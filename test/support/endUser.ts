/** The steps of an end user who connects in a real browser. */
import type { Page } from "playwright-core";

/** Logs in to the sandbox if necessary, and answers its consent page. */
export async function allowAtSandbox(page: Page, answer: "allow" | "deny" = "allow"): Promise<void> {
  await page.waitForSelector("#user, [name=answer]");
  if (await page.isVisible("#user")) await logIn(page);
  await page.click(`[name=answer][value=${answer}]`);
}

async function logIn(page: Page): Promise<void> {
  await page.fill("#user", "demo");
  await page.fill("#password", "demo");
  await page.click("button");
}

/** Creates an API key in a second tab, as an end user would. */
export async function makeSandboxKey(page: Page, service: string): Promise<string> {
  const tab = await page.context().newPage();
  await tab.goto(`${service}/sandbox/keys`);
  if (await tab.isVisible("#user")) await logIn(tab);
  await tab.getByRole("button", { name: "Create a key" }).click();
  const key = await tab.locator(".key").innerText();
  await tab.close();
  return key;
}

export async function enterKey(page: Page, key: string): Promise<void> {
  await page.fill("#field-apiKey", key);
  await page.click(".submit");
}

/** Waits until the error message has the focus: only then has the page finished loading. */
export const seesProblem = (page: Page): Promise<void> => page.locator("#problem:focus").waitFor();

export const environments = { production: "Produktion" };
const companies = { first: "Bergblick Musterhandel GmbH", second: "Kornfeld Beispielbäckerei e.K." };

export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("radio", { name }).check();
  await page.click(".submit");
}

export async function chooseSecondCompany(page: Page): Promise<void> {
  await choose(page, environments.production);
  await choose(page, companies.second);
}
