import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../config.ts";

const now = new Date("2026-11-15T10:00:00Z");
const complete = {
  OIDC_ISSUER: "https://login.operator.example/realms/staff",
  OIDC_CLIENT_ID: "kontor",
  OIDC_CLIENT_SECRET: "geheim",
  OIDC_OWNERS: "kontor-owners, ada@operator.example",
};
const read = (settings: Readonly<Record<string, string>>) => readConfig(settings, now).signIn;
const tenant = "01JD0000000000000000000000";

test("without settings, people sign in with links", () => {
  expect(read({})).toEqual({ provider: undefined, links: true });
});

test("reads the provider and the mapping of roles", () => {
  const { provider, links } = read({
    ...complete,
    OIDC_READ_ONLY: "auditors",
    OIDC_TENANTS: `cn=partner=${tenant}, bo@partner.example=${tenant}`,
    CONSOLE_LINKS: "off",
  });
  expect(links).toBe(false);
  expect(provider).toMatchObject({
    issuer: "https://login.operator.example/realms/staff",
    name: "login.operator.example",
    scopes: "openid profile email",
    mapping: {
      claim: "groups",
      roles: { owner: ["kontor-owners", "ada@operator.example"], operator: [], support: [], "read-only": ["auditors"] },
      tenants: { "cn=partner": tenant, "bo@partner.example": tenant },
    },
  });
  expect(JSON.stringify(provider)).not.toContain("geheim");
});

test("a group in double quotes may contain commas, also where it is limited to a tenant", () => {
  const { provider } = read({
    ...complete,
    OIDC_OWNERS: '"CN=Owners,OU=Groups", ada@operator.example,"CN=""Chefs"""',
    OIDC_SUPPORT: 'the "night" shift',
    OIDC_TENANTS: `"CN=Partner,OU=Groups"=${tenant},bo@partner.example=${tenant}`,
  });
  expect(provider?.mapping.roles).toMatchObject({
    owner: ["CN=Owners,OU=Groups", "ada@operator.example", 'CN="Chefs"'],
    support: ['the "night" shift'],
  });
  expect(provider?.mapping.tenants).toEqual({ "CN=Partner,OU=Groups": tenant, "bo@partner.example": tenant });
});

test("the client's secret may be in a file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kontor-oidc-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "secret");
  await writeFile(file, "from-a-file\n");
  const { OIDC_CLIENT_SECRET: _, ...others } = complete;
  expect(read({ ...others, OIDC_CLIENT_SECRET_FILE: file }).provider?.clientSecret.reveal()).toBe("from-a-file");
});

test.each([
  ["a missing secret", { OIDC_CLIENT_SECRET: "" }, "OIDC_CLIENT_SECRET is missing."],
  ["nobody with a role", { OIDC_OWNERS: "" }, "Nobody would have a role in the console. Set at least OIDC_OWNERS"],
  [
    "a quote that is not closed",
    { OIDC_OWNERS: '"CN=Owners,OU=Groups' },
    "OIDC_OWNERS has an opening quote without a closing one",
  ],
  ["an unknown setting", { OIDC_TENANT: tenant }, "OIDC_TENANT is not a setting."],
  [
    "no URL",
    { OIDC_ISSUER: "login.operator.example" },
    "OIDC_ISSUER must be a URL such as https://login.operator.example",
  ],
  ["http", { OIDC_ISSUER: "http://login.operator.example" }, "OIDC_ISSUER must begin with https://."],
  [
    "the URL of the configuration",
    { OIDC_ISSUER: "https://login.operator.example/.well-known/openid-configuration" },
    "OIDC_ISSUER must be the issuer itself: https://login.operator.example",
  ],
  ["a tenant without an id", { OIDC_TENANTS: "partner" }, 'not "partner". Run "kontor tenants list"'],
  ["a wrong switch", { CONSOLE_LINKS: "no" }, 'CONSOLE_LINKS must be on or off, not "no".'],
])("reports %s, with the remedy", (_what, settings, message) => {
  expect(() => read({ ...complete, ...settings })).toThrow(message);
});

test("refuses settings with which nobody could sign in", () => {
  expect(() => read({ CONSOLE_LINKS: "off" })).toThrow("CONSOLE_LINKS is off, so nobody could sign in to the console.");
});

test("http is possible in a private network", () => {
  const settings = { ...complete, OIDC_ISSUER: "http://keycloak:8080", ALLOW_PRIVATE_NETWORK: "10.0.0.0/8" };
  expect(read(settings).provider?.issuer).toBe("http://keycloak:8080");
});
